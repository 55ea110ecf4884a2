import type { Page } from '@ken/client'
import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Picker } from '../list/picker.tsx'
import { useSession } from '../session/use-session.ts'
import { peopleMessages } from './messages.ts'
import { area } from './people.ts'

type GroupPickerProps = { readonly onPick: (slug: string) => void }

/** Finds a group while its name is typed. */
export function GroupPicker({ onPick }: GroupPickerProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(peopleMessages)
  return (
    <Picker
      label={messages.group}
      area={area}
      lengthMin={1}
      load={async (text, signal) => {
        const query = new URLSearchParams({ q: text, limit: '10' })
        const { data } = await client.request<Page<{ readonly slug: string }>>(
          `/api/v1/admin/groups?${query}`,
          { signal },
        )
        return data.map(({ slug }) => ({ key: slug, name: slug }))
      }}
      onPick={({ key }) => onPick(key)}
    />
  )
}
