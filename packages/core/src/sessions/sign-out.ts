import type { Anonymous, Origin } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports, Transacts } from '../ports/index.ts'
import { ok } from '../model/result.ts'

export type SignOut = { readonly presented: string; readonly origin: Origin }

/** Ends the session of a refresh token of any generation. An unknown token ends nothing. */
export async function signOut(
  ports: Pick<Ports, 'refreshTokens'> &
    Transacts<'audit' | 'linkCodes' | 'lockAccount' | 'sessions'>,
  { presented, origin }: SignOut,
): Promise<void> {
  const token = ports.refreshTokens.read(presented)
  if (token === null) return
  const actor: Anonymous = { kind: 'anonymous', via: 'web', ...origin }
  await ports.transact(async (stores) => {
    const session = await stores.sessions.find(token.sessionId)
    if (session === null) return ok(null)
    await stores.lockAccount(session.userId)
    if (await stores.sessions.end(session.userId, session.id)) {
      // It may have been created in that session.
      await stores.linkCodes.revokeAll(session.userId)
      const entry = auditEntry(actor, 'session.sign_out', `session:${session.id}`)
      await stores.audit.append({ ...entry, actorId: session.userId, sessionId: session.id })
    }
    return ok(null)
  })
}
