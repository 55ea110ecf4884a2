import type { Page } from '@ken/client'
import type { ReactNode } from 'react'
import { useSession } from '../session/use-session.ts'
import { Picker } from './picker.tsx'

type GroupPickerProps = {
  readonly label: string
  readonly onPick: (slug: string) => void
}

/** Finds a group while its name is typed. */
export function GroupPicker({ label, onPick }: GroupPickerProps): ReactNode {
  const { client } = useSession()
  return (
    <Picker
      label={label}
      area="groups"
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
