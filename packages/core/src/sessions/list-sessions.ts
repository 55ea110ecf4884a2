import type { Person } from '../model/actor.ts'
import { pageOf, type Page, type PageRequest } from '../model/page.ts'
import type { Transacts } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import type { Session, SessionPosition } from '../model/sessions/session.ts'

export type ListSessions = { readonly actor: Person; readonly page: PageRequest<SessionPosition> }
export type ListedSession = Session & { readonly current: boolean }

/** The person's own sessions, latest activity first. No one can list another person's. */
export async function listSessions(
  ports: Transacts<'sessions'>,
  { actor, page }: ListSessions,
): Promise<Page<ListedSession, SessionPosition>> {
  const { value: read } = await ports.transact(async ({ sessions }) =>
    ok(await sessions.listByUser(actor.userId, { ...page, limit: page.limit + 1 })),
  )
  const listed = read.map((session) => ({ ...session, current: session.id === actor.sessionId }))
  return pageOf(listed, page.limit, ({ lastActiveAt, id }) => ({ lastActiveAt, id }))
}
