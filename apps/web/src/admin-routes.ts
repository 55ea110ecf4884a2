import { createRoute, type AnyRootRoute, type AnyRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { groupMessages } from './groups/messages.ts'
import { invitationMessages } from './invitations/messages.ts'
import { lazyScreen } from './lazy-screen.ts'
import { allKeysMessages } from './all-keys/messages.ts'
import { auditMessages } from './audit/messages.ts'
import { auditWords } from './audit-words/messages.ts'
import { keyMessages } from './keys/messages.ts'
import { knowledgeMessages } from './knowledge/messages.ts'
import { settingsMessages } from './settings/messages.ts'
import { systemMessages } from './system/messages.ts'
import { botMessengerMessages } from './bot-messenger/messages.ts'
import { workspaceChatMessages } from './workspace-chat/messages.ts'
import { teamChatMessages } from './team-chat/messages.ts'
import { peopleMessages } from './people/messages.ts'
import type { AreaMessages } from './language/language.ts'
import type { Capability } from './session/capability.ts'

type AdminScreen = {
  readonly path: string
  /** Others get the page for an unknown address. */
  readonly capability: Capability
  readonly messages: AreaMessages<unknown> | ReadonlyArray<AreaMessages<unknown>>
  readonly load: () => Promise<ComponentType>
}

const screens: readonly AdminScreen[] = [
  {
    path: '/admin/people',
    capability: 'people.read',
    messages: peopleMessages,
    load: async () => (await import('./people/people-screen.tsx')).PeopleScreen,
  },
  {
    path: '/admin/people/$id',
    capability: 'people.read',
    messages: [peopleMessages, auditWords],
    load: async () => (await import('./people/person/person-screen.tsx')).PersonScreen,
  },
  {
    path: '/admin/keys',
    capability: 'keys.read',
    messages: [keyMessages, allKeysMessages],
    load: async () => (await import('./all-keys/all-keys-screen.tsx')).AllKeysScreen,
  },
  {
    path: '/admin/keys/new',
    capability: 'keys.read',
    messages: [keyMessages, allKeysMessages],
    load: async () => (await import('./all-keys/new-any-key-screen.tsx')).NewAnyKeyScreen,
  },
  {
    path: '/admin/keys/$id',
    capability: 'keys.read',
    messages: [keyMessages, allKeysMessages],
    load: async () => (await import('./all-keys/any-key-screen.tsx')).AnyKeyScreen,
  },
  {
    path: '/admin/knowledge',
    capability: 'knowledge.change',
    messages: knowledgeMessages,
    load: async () => (await import('./knowledge/knowledge-screen.tsx')).KnowledgeScreen,
  },
  {
    path: '/admin/knowledge/import',
    capability: 'knowledge.change',
    messages: knowledgeMessages,
    load: async () =>
      (await import('./knowledge/import/import-documents-screen.tsx')).ImportDocumentsScreen,
  },
  {
    path: '/admin/workspace-chat',
    capability: 'team_chat.change',
    messages: workspaceChatMessages,
    load: async () =>
      (await import('./workspace-chat/workspace-chat-screen.tsx')).WorkspaceChatScreen,
  },
  {
    path: '/admin/bot-messenger',
    capability: 'team_chat.change',
    messages: botMessengerMessages,
    load: async () => (await import('./bot-messenger/bot-messenger-screen.tsx')).BotMessengerScreen,
  },
  {
    path: '/admin/team-chat',
    capability: 'team_chat.change',
    messages: teamChatMessages,
    load: async () => (await import('./team-chat/team-chat-screen.tsx')).TeamChatScreen,
  },
  {
    path: '/admin/audit',
    capability: 'audit.read',
    messages: [auditMessages, auditWords],
    load: async () => (await import('./audit/audit-screen.tsx')).AuditScreen,
  },
  {
    path: '/admin/settings',
    capability: 'settings.read',
    messages: settingsMessages,
    load: async () => (await import('./settings/settings-screen.tsx')).SettingsScreen,
  },
  {
    path: '/admin/system',
    capability: 'system.read',
    messages: systemMessages,
    load: async () => (await import('./system/system-screen.tsx')).SystemScreen,
  },
  {
    path: '/admin/groups',
    capability: 'groups.change',
    messages: groupMessages,
    load: async () => (await import('./groups/groups-screen.tsx')).GroupsScreen,
  },
  {
    path: '/admin/groups/$slug',
    capability: 'groups.change',
    messages: groupMessages,
    load: async () => (await import('./groups/group-screen.tsx')).GroupScreen,
  },
  {
    path: '/admin/invitations',
    capability: 'invitations.read',
    messages: invitationMessages,
    load: async () => (await import('./invitations/invitations-screen.tsx')).InvitationsScreen,
  },
  {
    path: '/admin/invitations/new',
    capability: 'invitations.read',
    messages: invitationMessages,
    load: async () =>
      (await import('./invitations/new-invitations-screen.tsx')).NewInvitationsScreen,
  },
  {
    path: '/admin/invitations/import',
    capability: 'invitations.read',
    messages: invitationMessages,
    load: async () => (await import('./invitations/import-screen.tsx')).ImportScreen,
  },
  {
    path: '/admin/invitations/imports',
    capability: 'invitations.read',
    messages: invitationMessages,
    load: async () => (await import('./invitations/imports-screen.tsx')).ImportsScreen,
  },
  {
    path: '/admin/invitations/imports/$id',
    capability: 'invitations.read',
    messages: invitationMessages,
    load: async () =>
      (await import('./invitations/import-progress-screen.tsx')).ImportProgressScreen,
  },
]

/** The screens of administrators. */
export const adminRoutes = (root: AnyRootRoute): readonly AnyRoute[] =>
  screens.map(({ path, capability, messages, load }) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: lazyScreen(messages, async () => {
        const [{ guarded }, Screen] = await Promise.all([import('./frame/guarded.tsx'), load()])
        return guarded(capability, Screen)
      }),
    }),
  )
