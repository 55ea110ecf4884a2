import type { Account } from '../model/accounts/account.ts'
import type { Anonymous, Origin } from '../model/actor.ts'
import { auditEntry, failed } from '../model/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { SessionRefused } from '../model/sessions/session-errors.ts'

export type RefreshSession = {
  readonly presented: string
  readonly origin: Origin
  readonly device: string
  /** What an earlier sign-in gave the browser, to be known by. */
  readonly deviceToken?: string | null
}
export type RefreshedSession = {
  readonly user: Pick<Account, 'id' | 'email' | 'name' | 'role'>
  readonly accessToken: string
  readonly expiresInSeconds: number
  readonly refreshToken: string
  readonly rememberMe: boolean
  /** The same device under the newest secret; null when it has that already, or is unknown. */
  readonly deviceToken: string | null
}

/**
 * Rotates a refresh token. Of any number of requests with the newest one all get the same successor,
 * and one that was rotated within the grace window gets the newest; after that it ends the whole family, and that
 * stays although the caller is refused.
 */
export async function refreshSession(
  ports: Pick<Ports, 'accessTokens' | 'deviceTokens' | 'log' | 'refreshTokens' | 'sessionRotation' | 'transact'>,
  { presented, origin, device, deviceToken = null }: RefreshSession,
): Promise<Result<RefreshedSession, SessionRefused>> {
  const token = ports.refreshTokens.read(presented)
  if (token === null) return err({ code: 'session.refused' })
  const rotated = await ports.sessionRotation.rotate({ ...token, device, address: origin.address })
  if (rotated.kind === 'reused') {
    ports.log.warn('session.reuse', { user_id: rotated.userId, session_id: token.sessionId })
    const actor: Anonymous = { kind: 'anonymous', via: 'web', ...origin }
    const entry = { ...failed(auditEntry(actor, 'session.reuse', `user:${rotated.userId}`)), sessionId: token.sessionId }
    await ports.transact(async ({ audit }) => ok(await audit.append(entry)))
  }
  if (rotated.kind === 'reused' || rotated.kind === 'ended') return err({ code: 'session.refused' })

  const { userId, role, email, name, generation, rememberMe } = rotated
  const access = await ports.accessTokens.issue({ userId, role, sessionId: token.sessionId })
  return ok({
    user: { id: userId, email, name, role },
    accessToken: access.token,
    expiresInSeconds: access.expiresInSeconds,
    refreshToken: ports.refreshTokens.issue(token.sessionId, generation),
    rememberMe,
    deviceToken: renewed(ports, deviceToken),
  })
}

/** A device stays known when the secret is dropped that its token was made with. */
function renewed({ deviceTokens }: Pick<Ports, 'deviceTokens'>, presented: string | null): string | null {
  const device = presented === null ? null : deviceTokens.read(presented)
  if (device === null) return null
  const newest = deviceTokens.issue(device)
  return newest === presented ? null : newest
}
