import { createHash } from 'node:crypto'
import type { AccessClaims, AccessTokens } from '../../../ports/credentials/access-tokens.ts'
import type { Clock } from '../../../ports/platform/clock.ts'
import type { DeviceTokens, KnownDevice } from '../../../ports/credentials/device-tokens.ts'
import type { EmailDigests } from '../../../ports/credentials/email-digests.ts'
import type { RefreshTokens } from '../../../ports/credentials/refresh-tokens.ts'
import type { AccountId } from '../../../model/accounts/account.ts'
import type { SessionId } from '../../../model/sessions/session.ts'

const accessLifetimeSeconds = 900

/** Readable tokens. Accepts only those it issued. */
export function memoryAccessTokens(clock: Clock): AccessTokens {
  const issued = new Map<string, { readonly claims: AccessClaims; readonly expiresAt: number }>()
  return {
    async issue(claims) {
      const token = `access ${issued.size + 1} of ${claims.role} ${claims.userId} in ${claims.sessionId}`
      issued.set(token, {
        claims,
        expiresAt: clock.now().getTime() + accessLifetimeSeconds * 1_000,
      })
      return { token, expiresInSeconds: accessLifetimeSeconds }
    },

    async verify(token) {
      const known = issued.get(token)
      if (known === undefined) return 'invalid'
      return known.expiresAt > clock.now().getTime() ? known.claims : 'expired'
    },
  }
}

/** Readable tokens with a marker that no test writes by accident. */
export const memoryRefreshTokens = (): RefreshTokens => ({
  issue: refreshToken,

  secretIds: { unused: [], newest: 'memory', older: [] },

  read(token) {
    const [, sessionId, generation] = /^refresh (\S+) (\d+) /.exec(token) ?? []
    const named = { sessionId: sessionId as SessionId, generation: Number(generation) }
    return token === refreshToken(named.sessionId, named.generation) ? named : null
  },
})

function refreshToken(sessionId: SessionId, generation: number): string {
  const content = `refresh ${sessionId} ${generation}`
  return `${content} ${createHash('sha256').update(`the seal of ${content}`).digest('hex')}`
}

/** Readable digests that are not addresses. */
export const memoryEmailDigests = (): EmailDigests => ({
  digest: (email) => `digest-of-${email.replace('@', '-at-')}`,
})

/** Readable tokens with the same marker. */
export const memoryDeviceTokens = (): DeviceTokens => ({
  issue: deviceToken,

  read(token) {
    const [, userId, deviceId, passwordEpoch] = /^device (\S+) (\S+) (\d+) /.exec(token) ?? []
    const named = {
      userId: userId as AccountId,
      deviceId: deviceId as SessionId,
      passwordEpoch: Number(passwordEpoch),
    }
    return token === deviceToken(named) ? named : null
  },
})

function deviceToken({ userId, deviceId, passwordEpoch }: KnownDevice): string {
  const content = `device ${userId} ${deviceId} ${passwordEpoch}`
  return `${content} ${createHash('sha256').update(`the seal of ${content}`).digest('hex')}`
}
