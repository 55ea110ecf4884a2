import type { AccessClaims } from '@ken/core/ports'
import { createHmac } from 'node:crypto'
import { hmacAccessTokens } from '../tokens/hmac-access-tokens.ts'
import { generateSecrets, parseKeyRing } from '../key-ring.ts'

export const nowSeconds = Date.UTC(2026, 10, 21) / 1000
export const secrets = generateSecrets('2026-11')
export const keys = parseKeyRing(secrets)
export const { key } = keys.newest('access-token')
export const claims = {
  userId: '019aa3b0-7c00-7000-8000-000000000001',
  role: 'Admin',
  sessionId: '019aa3b0-7c00-7000-9000-000000000002',
} as AccessClaims

/** The tokens of a process whose clock is this many seconds ahead. */
export const tokensAt = (secondsFromNow = 0, ring = keys) =>
  hmacAccessTokens(ring, { now: () => new Date((nowSeconds + secondsFromNow) * 1000 + 999) })
/** Verifies at the time at which `header` and `payload` were issued. */
export const verify = (token: string) => tokensAt().verify(token)

export const encode = (part: unknown) =>
  (typeof part === 'string' ? Buffer.from(part) : Buffer.from(JSON.stringify(part))).toString(
    'base64url',
  )
export const hmac = (content: string, hash = 'sha256') =>
  createHmac(hash, key).update(content).digest('base64url')

export const header = { alg: 'HS256', typ: 'at+jwt', kid: '2026-11' }
export const payload = {
  sub: claims.userId,
  role: 'Admin',
  exp: nowSeconds + 900,
  iat: nowSeconds,
  jti: `${claims.sessionId}.AAAAAAAAAAAAAAAAAAAAAA`,
  iss: 'ken',
  aud: 'ken-api',
}

/** A token that differs from a valid one only in the given parts. By default signed with the correct key. */
export function forged(change: {
  header?: unknown
  payload?: unknown
  signature?: (content: string) => string
}): string {
  const content = `${encode(change.header ?? header)}.${encode(change.payload ?? payload)}`
  return `${content}.${(change.signature ?? hmac)(content)}`
}
export const withClaims = (change: object) => forged({ payload: { ...payload, ...change } })
/** The token of which every forged one is a variation. */
export const valid = forged({})
