import type { ReactNode } from 'react'
import type { Contract } from '../contract/contract.ts'
import { useMessages } from '../language/use-messages.ts'
import { Picker, type Choosable } from '../list/picker.tsx'
import { useSession } from '../session/use-session.ts'
import { allKeysMessages } from './messages.ts'

type Suggestion = Contract['UserSuggestions']['data'][number]
export type KeyOwner = Pick<Suggestion, 'id' | 'name' | 'email'>

type OwnerChoiceProps = {
  readonly owner: KeyOwner | null
  /** The form was sent without a person. */
  readonly isMissing: boolean
  readonly onChoose: (owner: KeyOwner) => void
}

/** The person that a key is for, found while the name or address is typed. */
export function OwnerChoice({ owner, isMissing, onChoose }: OwnerChoiceProps): ReactNode {
  const { client } = useSession()
  const all = useMessages(allKeysMessages)
  const load = async (text: string, signal: AbortSignal) => {
    const path = `/api/v1/admin/users/suggest?${new URLSearchParams({ q: text })}`
    const { data } = await client.request<Contract['UserSuggestions']>(path, { signal })
    return data.map(({ id, name, email, role, may }) => {
      const isOff = !may.includes('issue_key')
      return { id, name, email, key: id, detail: isOff ? all.notFor(email, role) : email, isOff }
    })
  }
  return (
    <div>
      <Picker<KeyOwner & Choosable>
        label={all.forWhom}
        hint={all.forWhomHint}
        fault={isMissing ? all.whomMissing : undefined}
        area="people"
        load={load}
        onPick={({ id, name, email }) => onChoose({ id, name, email })}
      />
      <p role="status">
        {owner !== null && <strong>{all.forPerson(owner.name, owner.email)}</strong>}
      </p>
    </div>
  )
}
