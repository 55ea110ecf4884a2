import {
  roles,
  type AccessClaims,
  type AccessTokens,
  type AccountId,
  type Clock,
  type Role,
  type SessionId,
} from '@ken/core/ports'
import { errors, jwtVerify, type JWTPayload } from 'jose'
import { createHmac, type webcrypto } from 'node:crypto'
import type { KeyRing } from '../key-ring.ts'
import { randomPool } from './random-pool.ts'

const algorithm = 'HS256'
const typ = 'at+jwt'
const issuer = 'ken'
const audience = 'ken-api'
const lifetimeSeconds = 15 * 60

/** How far the clocks of two processes of a service may differ. */
const skewSeconds = 5

/** More than twice the length of Ken's longest token. */
const tokenLengthMax = 1024

/**
 * The last character of 32 bytes has four significant bits, so that each signature has one
 * encoding.
 */
const form = /^([\w-]+)\.([\w-]+)\.[\w-]{42}[AEIMQUYcgkosw048]$/
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const subForm = new RegExp(`^${uuid}$`)
const jtiForm = new RegExp(`^(${uuid})\\.[\\w-]{22}$`)

/**
 * JWT access tokens (RFC 7519, RFC 9068), HS256 only, valid for 15 minutes. jose verifies the
 * header and every claim (RFC 8725). A token is valid only in the exact characters that this
 * service writes: any other header, claim, order or encoding is refused before it is interpreted.
 * `jti` is the session's id and a random part. Signed directly (RFC 7515, 5.1): jose signs in
 * libuv's thread pool, which costs a sign-in several times as much as the HMAC.
 */
export function joseAccessTokens(keys: KeyRing, clock: Clock): AccessTokens {
  // By the whole header, so that another algorithm, key or extension matches no key.
  const verificationKeys = new Map(
    keys.ids.map((id) => [base64url(headerOf(id)), cryptoKey(keys, id)]),
  )
  const { id: newestId, key: signingKey } = keys.newest('access-token')
  const newestHeader = base64url(headerOf(newestId))
  const nextNonce = randomPool(16)

  return {
    async issue({ userId, role, sessionId }) {
      const jti = `${sessionId}.${nextNonce()}`
      const content = `${newestHeader}.${base64url(payloadOf(userId, role, secondsOf(clock.now()), jti))}`
      const signature = createHmac('sha256', signingKey).update(content).digest('base64url')
      return { token: `${content}.${signature}`, expiresInSeconds: lifetimeSeconds }
    },

    async verify(token) {
      if (token.length > tokenLengthMax) return 'invalid'
      const [, header = '', payloadText] = form.exec(token) ?? []
      const key = verificationKeys.get(header)
      if (key === undefined) return 'invalid'
      const verified = await verifyWith(key, token, clock.now())
      const claims = verified && claimsOf(verified.payload, payloadText)
      if (!claims) return 'invalid'
      return verified.isExpired ? 'expired' : claims
    },
  }
}

const headerOf = (kid: string) => ({ alg: algorithm, typ, kid })

const payloadOf = (userId: string, role: Role, issuedAt: number, jti: string) => ({
  sub: userId,
  role,
  exp: issuedAt + lifetimeSeconds,
  iat: issuedAt,
  jti,
  iss: issuer,
  aud: audience,
})

const base64url = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url')

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000)

/** Imported once: jose would import a `KeyObject` for every token. */
function cryptoKey(keys: KeyRing, id: string): webcrypto.CryptoKey {
  const { key } = keys.find('access-token', id)! // The id is one of the ring's own.
  return key.toCryptoKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** Null if signature, header, issuer, audience or issue time are wrong. */
async function verifyWith(key: webcrypto.CryptoKey, token: string, currentDate: Date) {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      typ,
      issuer,
      audience,
      currentDate,
      clockTolerance: skewSeconds,
      maxTokenAge: lifetimeSeconds,
    })
    return { payload, isExpired: false }
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { payload: error.payload, isExpired: true }
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** Null unless this service would write these claims in exactly this text. */
function claimsOf(
  { sub, role, iat, jti }: JWTPayload,
  payloadText: string | undefined,
): AccessClaims | null {
  // jose's types say text, but the value may be anything: a list of one id would pass as the id.
  if (typeof sub !== 'string' || !subForm.test(sub) || typeof jti !== 'string') return null
  const sessionId = jtiForm.exec(jti)?.[1]
  const knownRole = roles.find((known) => known === role)
  if (sessionId === undefined || knownRole === undefined || !Number.isSafeInteger(iat)) return null
  if (base64url(payloadOf(sub, knownRole, Number(iat), jti)) !== payloadText) return null
  return { userId: sub as AccountId, role: knownRole, sessionId: sessionId as SessionId }
}
