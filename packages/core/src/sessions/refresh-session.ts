import type { Account } from '../model/accounts/account.ts'
import type { Origin } from '../model/actor.ts'
import type { Ports, ReuseEntry } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { SessionRefused } from '../model/sessions/session-errors.ts'
import type { SessionId } from '../model/sessions/session.ts'

export type RefreshSession = {
  readonly presented: string
  readonly origin: Origin
  readonly device: string
  /** The device token that an earlier sign-in issued to the browser. */
  readonly deviceToken?: string | null
}
export type RefreshedSession = {
  readonly user: Pick<Account, 'id' | 'email' | 'name' | 'role'>
  readonly accessToken: string
  readonly expiresInSeconds: number
  readonly refreshToken: string
  readonly rememberMe: boolean
  /** The device token signed with the newest secret. Null if it already is, or if the device is unknown. */
  readonly deviceToken: string | null
}

/**
 * Rotates a refresh token and issues an access token. All concurrent requests with the newest token get the same
 * successor; a rotated token within the grace window gets the newest one. After the window, its reuse ends the token
 * family. That is committed with its audit entry even though the caller is refused.
 */
export async function refreshSession(
  ports: Pick<Ports, 'accessTokens' | 'deviceTokens' | 'log' | 'refreshTokens' | 'sessionRotation'>,
  { presented, origin, device, deviceToken = null }: RefreshSession,
): Promise<Result<RefreshedSession, SessionRefused>> {
  const token = ports.refreshTokens.read(presented)
  if (token === null) return err({ code: 'session.refused' })
  const rotated = await ports.sessionRotation.rotate({
    ...token,
    device,
    address: origin.address,
    reuseEntry: reuseEntryOf(token.sessionId, origin),
  })
  if (rotated.kind === 'reused')
    ports.log.warn('session.reuse', { user_id: rotated.userId, session_id: token.sessionId })
  if (rotated.kind === 'reused' || rotated.kind === 'ended') return err({ code: 'session.refused' })

  const { userId, role, email, name, generation, rememberMe } = rotated
  const access = await ports.accessTokens.issue({ userId, role, sessionId: token.sessionId })
  return ok({
    user: { id: userId, email, name, role },
    accessToken: access.token,
    expiresInSeconds: access.expiresInSeconds,
    refreshToken: ports.refreshTokens.issue(token.sessionId, generation),
    rememberMe,
    deviceToken: renewedDeviceToken(ports, deviceToken),
  })
}

const reuseEntryOf = (sessionId: SessionId, origin: Origin): ReuseEntry => ({
  actorId: null,
  via: 'web',
  action: 'session.reuse',
  outcome: 'failure',
  sessionId,
  keyId: null,
  address: origin.address,
  requestId: origin.requestId,
  meta: {},
})

/** Signs the device token with the newest secret, so that it survives the removal of an older one. */
function renewedDeviceToken(
  { deviceTokens }: Pick<Ports, 'deviceTokens'>,
  presented: string | null,
): string | null {
  const device = presented === null ? null : deviceTokens.read(presented)
  if (device === null) return null
  const newest = deviceTokens.issue(device)
  return newest === presented ? null : newest
}
