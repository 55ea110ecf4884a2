/** Every address with a screen. The server responds with 200 to these, and with 404 to all others. */
export const paths = [
  '/',
  '/admin/audit',
  '/admin/bot-messenger',
  '/admin/keys',
  '/admin/keys/$id',
  '/admin/keys/new',
  '/admin/knowledge',
  '/admin/knowledge/import',
  '/admin/groups',
  '/admin/groups/$slug',
  '/admin/invitations',
  '/admin/invitations/import',
  '/admin/invitations/imports',
  '/admin/invitations/imports/$id',
  '/admin/invitations/new',
  '/admin/people',
  '/admin/people/$id',
  '/admin/settings',
  '/admin/system',
  '/admin/team-chat',
  '/admin/workspace-chat',
  '/forgot',
  '/invite',
  '/login',
  '/me',
  '/me/agents',
  '/me/chats',
  '/me/keys',
  '/me/keys/$id',
  '/me/keys/new',
  '/me/security',
  '/reset',
  '/setup',
] as const

/** The same in the syntax of the server. */
export const consolePaths: readonly string[] = paths.map((path) => path.replaceAll('$', ':'))

/** The addresses of people who are not signed in. */
export const openPaths: readonly string[] = ['/forgot', '/invite', '/reset', '/setup']
