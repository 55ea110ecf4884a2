import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Picker, type Choosable } from '../list/picker.tsx'
import { useSession } from '../session/use-session.ts'
import { area } from './groups.ts'
import { groupMessages } from './messages.ts'

type Suggestion = { readonly id: string; readonly name: string; readonly email: string }
type AddMemberProps = { readonly onPick: (person: Suggestion) => void }

/** Finds a person while the name or address is typed. */
export function AddMember({ onPick }: AddMemberProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(groupMessages)
  return (
    <div className="group-add">
      <Picker<Suggestion & Choosable>
        label={messages.addOne}
        hint={messages.addOneHint}
        area={area}
        load={async (text, signal) => {
          const query = new URLSearchParams({ q: text })
          const { data } = await client.request<{ readonly data: readonly Suggestion[] }>(
            `/api/v1/admin/users/suggest?${query}`,
            { signal },
          )
          return data.map((person) => ({ ...person, key: person.id, detail: person.email }))
        }}
        onPick={onPick}
      />
    </div>
  )
}
