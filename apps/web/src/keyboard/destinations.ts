import type { Capability } from '../session/capability.ts'

type Destination = {
  readonly path: string
  /** Others do not find the page. */
  readonly capability?: Capability
}

/** Every page with an address of its own, by name. */
export const destinations = {
  search: { path: '/' },
  profile: { path: '/me' },
  security: { path: '/me/security' },
  ownKeys: { path: '/me/keys' },
  newKey: { path: '/me/keys/new' },
  chats: { path: '/me/chats' },
  agents: { path: '/me/agents' },
  people: { path: '/admin/people', capability: 'people.read' },
  invitations: { path: '/admin/invitations', capability: 'invitations.read' },
  newInvitations: { path: '/admin/invitations/new', capability: 'invitations.read' },
  imports: { path: '/admin/invitations/imports', capability: 'invitations.read' },
  importList: { path: '/admin/invitations/import', capability: 'invitations.read' },
  groups: { path: '/admin/groups', capability: 'groups.change' },
  allKeys: { path: '/admin/keys', capability: 'keys.read' },
  newAnyKey: { path: '/admin/keys/new', capability: 'keys.read' },
  knowledge: { path: '/admin/knowledge', capability: 'knowledge.change' },
  importDocuments: { path: '/admin/knowledge/import', capability: 'knowledge.change' },
  workspaceChat: { path: '/admin/workspace-chat', capability: 'team_chat.change' },
  botMessenger: { path: '/admin/bot-messenger', capability: 'team_chat.change' },
  teamChat: { path: '/admin/team-chat', capability: 'team_chat.change' },
  audit: { path: '/admin/audit', capability: 'audit.read' },
  settings: { path: '/admin/settings', capability: 'settings.read' },
  system: { path: '/admin/system', capability: 'system.read' },
} as const satisfies { readonly [name: string]: Destination }

export type DestinationName = keyof typeof destinations

/** Whether a person with these capabilities may open the page. */
export function canOpen(name: DestinationName, may: readonly string[]): boolean {
  const { capability }: Destination = destinations[name]
  return capability === undefined || may.includes(capability)
}
