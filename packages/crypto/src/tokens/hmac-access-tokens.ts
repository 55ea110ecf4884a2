import {
  recentlyUsed,
  roles,
  type AccessClaims,
  type AccessTokens,
  type AccountId,
  type Clock,
  type Role,
  type SessionId,
} from '@ken/core/ports'
import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
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

/** How many verified tokens a process remembers. */
const rememberedMin = 1_000

/**
 * The last character of 32 bytes has four significant bits, so that each signature has one
 * encoding.
 */
const form = /^([\w-]+)\.([\w-]+)\.([\w-]{42}[AEIMQUYcgkosw048])$/
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** The only text of claims that this service writes. */
const payloadForm = new RegExp(
  `^\\{"sub":"(${uuid})","role":"(${roles.join('|')})","exp":([1-9]\\d{0,14}),"iat":([1-9]\\d{0,14}),"jti":"(${uuid})\\.[\\w-]{22}","iss":"${issuer}","aud":"${audience}"\\}$`,
)

/**
 * JWT access tokens (RFC 7519), HS256 only, valid for 15 minutes, with the type and the claims of RFC
 * 9068 except `client_id`, because Ken has no clients. A token is valid only in the exact characters
 * that this service writes: any other header, claim, order or encoding is refused before it is
 * interpreted (RFC 8725). That leaves nothing for a JWT library to check, so the HMAC is computed
 * directly: libraries compute it in libuv's thread pool, which costs a request ten times as much.
 * A client sends the same token for 15 minutes, so its signature and its form are checked once; whether it has expired is
 * checked each time. `jti` is the session's id and a random part.
 */
export function hmacAccessTokens(keys: KeyRing, clock: Clock): AccessTokens {
  // By the whole header, so that another algorithm, key or extension matches no key.
  const verificationKeys = new Map(
    keys.ids.map((id) => [base64url(headerOf(id)), keys.find('access-token', id)!.key]), // The ids are the ring's own.
  )
  const { id: newestId, key: signingKey } = keys.newest('access-token')
  const newestHeader = base64url(headerOf(newestId))
  const nextNonce = randomPool(16)
  const remembered = recentlyUsed<string, SignedClaims>(rememberedMin)

  /** Null unless a key of this service signed the token. */
  const readSigned = (token: string): SignedClaims | null => {
    if (token.length > tokenLengthMax) return null
    const [, header = '', payload = '', signature = ''] = form.exec(token) ?? []
    const key = verificationKeys.get(header)
    if (key === undefined) return null
    if (!isEqual(signature, signatureOf(`${header}.${payload}`, key))) return null
    const signed = signedClaimsOf(payload)
    if (signed !== null) remembered.set(token, signed)
    return signed
  }

  return {
    async issue({ userId, role, sessionId }) {
      const jti = `${sessionId}.${nextNonce()}`
      const content = `${newestHeader}.${base64url(payloadOf(userId, role, secondsOf(clock.now()), jti))}`
      return {
        token: `${content}.${signatureOf(content, signingKey)}`,
        expiresInSeconds: lifetimeSeconds,
      }
    },

    async verify(token) {
      const signed = remembered.get(token) ?? readSigned(token)
      const nowSeconds = secondsOf(clock.now())
      if (signed === null || signed.issuedAt > nowSeconds + skewSeconds) return 'invalid'
      const isExpired = signed.issuedAt + lifetimeSeconds + skewSeconds <= nowSeconds
      return isExpired ? 'expired' : signed.claims
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

const signatureOf = (content: string, key: KeyObject): string =>
  createHmac('sha256', key).update(content).digest('base64url')

/** Compares two signatures of the same length in constant time. */
const isEqual = (presented: string, expected: string): boolean =>
  timingSafeEqual(Buffer.from(presented, 'latin1'), Buffer.from(expected, 'latin1'))

type SignedClaims = { readonly claims: AccessClaims; readonly issuedAt: number }

/** Null unless this service would write these claims in exactly this text. */
function signedClaimsOf(payload: string): SignedClaims | null {
  const bytes = Buffer.from(payload, 'base64url')
  const [, userId, role, expiresAt, issuedAt, sessionId] =
    payloadForm.exec(bytes.toString('latin1')) ?? []
  if (userId === undefined || Number(expiresAt) !== Number(issuedAt) + lifetimeSeconds) return null
  // Unused bits of the last character would give the same bytes another spelling.
  if (bytes.toString('base64url') !== payload) return null
  return {
    claims: {
      userId: userId as AccountId,
      role: role as Role, // The form admits only roles.
      sessionId: sessionId as SessionId,
    },
    issuedAt: Number(issuedAt),
  }
}
