import type { LucideIcon } from 'lucide-react'
import type { Capability } from '../session/capability.ts'
import { UserRound } from '../ui/icons.ts'
import type { AdministrationMessages } from './administration-messages.ts'

/** An entry of the navigation, for people with the capability. */
type Entry = {
  readonly path: string
  readonly name: keyof AdministrationMessages['areas']
  readonly icon: LucideIcon
  readonly capability: Capability
}

/** The screens of administrators, in groups. A group without an entry for the person is left out. */
export const administration: ReadonlyArray<{
  readonly name: keyof AdministrationMessages['areaGroups']
  readonly entries: readonly Entry[]
}> = [
  {
    name: 'people',
    entries: [
      { path: '/admin/people', name: 'people', icon: UserRound, capability: 'people.read' },
    ],
  },
]
