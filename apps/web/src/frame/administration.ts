import type { LucideIcon } from 'lucide-react'
import type { Capability } from '../session/capability.ts'
import {
  Activity,
  BookOpen,
  KeyRound,
  Mail,
  MessageCircle,
  Send,
  Hash,
  ScrollText,
  Settings,
  UserRound,
  UsersRound,
} from '../ui/buttons/icons.ts'
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
      {
        path: '/admin/invitations',
        name: 'invitations',
        icon: Mail,
        capability: 'invitations.read',
      },
      { path: '/admin/groups', name: 'groups', icon: UsersRound, capability: 'groups.change' },
    ],
  },
  {
    name: 'connections',
    entries: [
      { path: '/admin/keys', name: 'keys', icon: KeyRound, capability: 'keys.read' },
      {
        path: '/admin/knowledge',
        name: 'knowledge',
        icon: BookOpen,
        capability: 'knowledge.change',
      },
      {
        path: '/admin/team-chat',
        name: 'teamChat',
        icon: MessageCircle,
        capability: 'team_chat.change',
      },
      {
        path: '/admin/workspace-chat',
        name: 'workspaceChat',
        icon: Hash,
        capability: 'team_chat.change',
      },
      {
        path: '/admin/bot-messenger',
        name: 'botMessenger',
        icon: Send,
        capability: 'team_chat.change',
      },
    ],
  },
  {
    name: 'organisation',
    entries: [
      { path: '/admin/audit', name: 'audit', icon: ScrollText, capability: 'audit.read' },
      { path: '/admin/settings', name: 'settings', icon: Settings, capability: 'settings.read' },
      { path: '/admin/system', name: 'system', icon: Activity, capability: 'system.read' },
    ],
  },
]
