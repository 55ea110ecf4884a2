import type { LucideIcon } from 'lucide-react'
import type { Capability } from '../session/capability.ts'
import { UserRound } from '../ui/icons.ts'
import type { FrameMessages } from './messages.ts'

/** An entry of the navigation, for people with the capability. */
type Entry = {
  readonly path: string
  readonly name: keyof FrameMessages['areas']
  readonly icon: LucideIcon
  readonly capability: Capability
}

/** The screens of administrators, in groups. A group without an entry for the person is left out. */
export const administration: ReadonlyArray<{
  readonly name: keyof FrameMessages['areaGroups']
  readonly entries: readonly Entry[]
}> = [
  {
    name: 'people',
    entries: [
      { path: '/admin/people', name: 'people', icon: UserRound, capability: 'people.read' },
    ],
  },
]
