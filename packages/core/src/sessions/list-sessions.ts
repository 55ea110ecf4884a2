import type { Person } from '../actor.ts'
import type { Ports } from '../ports/index.ts'
import { ok } from '../result.ts'
import type { Session } from './session.ts'

export type ListSessions = { readonly actor: Person }
export type ListedSession = Session & { readonly current: boolean }

/** A person's own sessions, latest activity first (SPEC 5.6.2). Nobody sees somebody else's. */
export async function listSessions(ports: Pick<Ports, 'transact'>, { actor }: ListSessions): Promise<readonly ListedSession[]> {
  const sessions = await ports.transact(async (stores) => ok(await stores.sessions.listOf(actor.userId)))
  return sessions.value.map((session) => ({ ...session, current: session.id === actor.sessionId }))
}
