import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useSettled } from '../list/use-settled.ts'
import { useProfile } from '../session/use-profile.ts'
import { canOpen, destinations, type DestinationName } from './destinations.ts'
import { matching } from './matching.ts'
import { keyboardMessages } from './messages.ts'
import type { Option, OptionGroup } from './options.ts'
import { actsOfPage } from './page-acts.ts'
import { useFinds } from './use-finds.ts'

type Offered = {
  readonly groups: readonly OptionGroup[]
  readonly isSearching: boolean
  /** Why people and keys could not be searched. */
  readonly error: Error | null
}

/** What the palette offers for a text: pages, acts of the page, people and keys. */
export function useOptions(text: string, onShortcuts: () => void): Offered {
  const settled = useSettled(text)
  const messages = useMessages(keyboardMessages)
  const navigate = useNavigate()
  const may = useProfile().data?.may ?? []
  const { found, isSearching, error } = useFinds(settled, may)
  // The page stays as it is while the palette is open.
  const [acts] = useState(actsOfPage)
  const opens = (path: string) => () => void navigate({ to: path })
  const pages = (Object.keys(destinations) as DestinationName[])
    .filter((name) => canOpen(name, may))
    .map((name): Option => ({
      key: name,
      name: messages.pages[name],
      run: opens(destinations[name].path),
    }))
  const groups: readonly OptionGroup[] = [
    {
      name: messages.groups.pages,
      options: matching(text, [
        ...pages,
        { key: 'shortcuts', name: messages.shortcuts, run: onShortcuts },
      ]),
    },
    {
      name: messages.groups.acts,
      options: matching(
        text,
        acts.map(({ name, run }) => ({ key: `act ${name}`, name, run })),
      ),
    },
    {
      name: messages.groups.people,
      options: (found?.people ?? []).map(({ id, name, email }) => ({
        key: id,
        name,
        detail: email,
        run: opens(`/admin/people/${id}`),
      })),
    },
    {
      name: messages.groups.keys,
      options: (found?.keys ?? []).map(({ path, key }) => ({
        key: key.id,
        name: key.name,
        detail: [key.prefix, key.owner_email].filter(Boolean).join(' · '),
        run: opens(path),
      })),
    },
  ]
  return { groups: groups.filter(({ options }) => options.length > 0), isSearching, error }
}
