import type { AccessClaims } from '@ken/core/ports'
import * as fc from 'fast-check'
import { CompactEncrypt } from 'jose'
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { joseAccessTokens } from './jose-access-tokens.ts'
import { generateSecrets, parseKeyRing } from './key-ring.ts'

const nowSeconds = Date.UTC(2026, 10, 21) / 1000
const secrets = generateSecrets('2026-11')
const keys = parseKeyRing(secrets)
const { key } = keys.newest('access-token')
const claims = {
  userId: '019aa3b0-7c00-7000-8000-000000000001',
  role: 'Admin',
  sessionId: '019aa3b0-7c00-7000-9000-000000000002',
} as AccessClaims

/** Tokens of a process whose clock stands this many seconds from now. */
const tokensAt = (secondsFromNow = 0, ring = keys) =>
  joseAccessTokens(ring, { now: () => new Date((nowSeconds + secondsFromNow) * 1000 + 999) })
const verify = (token: string) => tokensAt().verify(token)

const encode = (part: unknown) =>
  (typeof part === 'string' ? Buffer.from(part) : Buffer.from(JSON.stringify(part))).toString('base64url')
const decode = (part: string | undefined): unknown => JSON.parse(Buffer.from(part ?? '', 'base64url').toString())
const hmac = (content: string, hash = 'sha256') => createHmac(hash, key).update(content).digest('base64url')

const header = { alg: 'HS256', typ: 'at+jwt', kid: '2026-11' }
const payload = {
  sub: claims.userId,
  role: 'Admin',
  exp: nowSeconds + 900,
  iat: nowSeconds,
  jti: `${claims.sessionId}.AAAAAAAAAAAAAAAAAAAAAA`,
  iss: 'ken',
  aud: 'ken-api',
}

/** A token under the service's own key, in which only what is named differs from a sound one. */
function forged(change: { header?: unknown; payload?: unknown; signature?: (content: string) => string }): string {
  const content = `${encode(change.header ?? header)}.${encode(change.payload ?? payload)}`
  return `${content}.${(change.signature ?? hmac)(content)}`
}
const withHeader = (change: object) => forged({ header: { ...header, ...change } })
const withClaims = (change: object) => forged({ payload: { ...payload, ...change } })
const without = (claim: keyof typeof payload) => withClaims({ [claim]: undefined })
const json = JSON.stringify(payload)
const sound = forged({})
const [soundHeader, soundPayload, soundSignature = ''] = sound.split('.')
/** The same bytes in base64url whose last character carries other unused bits. */
const respelt = soundSignature.replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1))

describe('issue', () => {
  it('R34 writes alg, typ and kid, and its own claims and no others', async () => {
    const { token, expiresInSeconds } = await tokensAt().issue(claims)
    const [issuedHeader, issuedPayload] = token.split('.')
    expect(decode(issuedHeader)).toEqual(header)
    expect(decode(issuedPayload)).toEqual({
      ...payload,
      jti: expect.stringMatching(/^019aa3b0-7c00-7000-9000-000000000002\.[\w-]{22}$/),
    })
    expect(expiresInSeconds).toBe(900)
  })

  it('ends the jti with a random part, so that no two tokens of a session are one', async () => {
    const issued = await Promise.all(Array.from({ length: 1_000 }, () => tokensAt().issue(claims)))
    expect(new Set(issued.map(({ token }) => token)).size).toBe(1_000)
  })
})

describe('verify', () => {
  it('gives back the claims of every account, role and session', async () => {
    const ids = fc.uuid({ version: 7 })
    const anyClaims = fc.record({ userId: ids, role: fc.constantFrom('Owner', 'Admin', 'Member'), sessionId: ids })
    await fc.assert(
      fc.asyncProperty(anyClaims, async (any) => {
        const { token } = await tokensAt().issue(any as AccessClaims)
        expect(await verify(token)).toEqual(any)
      }),
    )
  })

  it('R34 takes the sound token that every forged one below differs from in one thing', async () => {
    expect(await verify(sound)).toEqual(claims)
  })

  it('R34 R93 expires a token 15 minutes and 5 seconds after it was issued', async () => {
    const { token } = await tokensAt().issue(claims)
    expect(await tokensAt(904).verify(token)).toEqual(claims)
    for (const later of [905, 906, 3_600, 10 * 365 * 86_400]) expect(await tokensAt(later).verify(token)).toBe('expired')
  })

  it('R34 takes a token from a process whose clock is 5 seconds ahead, and none from further ahead', async () => {
    expect(await verify((await tokensAt(5).issue(claims)).token)).toEqual(claims)
    expect(await verify((await tokensAt(6).issue(claims)).token)).toBe('invalid')
  })

  it('R83 takes tokens of an older key of the ring, and none of a key that is gone', async () => {
    const { token } = await tokensAt().issue(claims)
    const rotated = parseKeyRing(`${generateSecrets()},${secrets}`)
    expect(await tokensAt(0, rotated).verify(token)).toEqual(claims)
    expect(await tokensAt(906, rotated).verify(token)).toBe('expired')
    const renewed = await tokensAt(0, rotated).issue(claims)
    expect(decode(renewed.token.split('.')[0])).toEqual({ ...header, kid: rotated.ids[0] })
    for (const other of [generateSecrets(), generateSecrets('2026-11')]) {
      expect(await tokensAt(0, parseKeyRing(other)).verify(token)).toBe('invalid')
    }
  })

  it('R34 answers invalid when any character is changed, removed or added', async () => {
    const altered = Array.from(sound).flatMap((own, at) =>
      ['', 'A', 'B', '-', '.', '=', `${own}A`]
        .filter((replacement) => replacement !== own)
        .map((replacement) => sound.slice(0, at) + replacement + sound.slice(at + 1)),
    )
    const answers = await Promise.all(altered.map(verify))
    expect(altered.filter((_, at) => answers[at] !== 'invalid')).toEqual([])
  })

  it('answers invalid for any other text, at once even for a megabyte', async () => {
    await fc.assert(fc.asyncProperty(fc.string(), async (text) => (await verify(text)) === 'invalid'))
    const startedAt = performance.now()
    const megabyte = 'A'.repeat(1_000_000)
    for (const text of [megabyte, '.'.repeat(1_000_000), sound + megabyte, withClaims({ pad: megabyte })]) {
      expect(await verify(text)).toBe('invalid')
    }
    expect(performance.now() - startedAt).toBeLessThan(200)
  })
})

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const encrypted = await new CompactEncrypt(Buffer.from(json))
  .setProtectedHeader({ ...header, alg: 'dir', enc: 'A256GCM' })
  .encrypt(key.export())

describe('a forged token', () => {
  it.each([
    ['alg none without signature', forged({ header: { ...header, alg: 'none' }, signature: () => '' })],
    ['alg none with a signature', withHeader({ alg: 'none' })],
    ['alg NONE', withHeader({ alg: 'NONE' })],
    ['no alg', withHeader({ alg: undefined })],
    ['alg in lower case', withHeader({ alg: 'hs256' })],
    ['alg as a list', withHeader({ alg: ['HS256'] })],
    ['HS384', forged({ header: { ...header, alg: 'HS384' }, signature: (content) => hmac(content, 'sha384') })],
    ['HS512', forged({ header: { ...header, alg: 'HS512' }, signature: (content) => hmac(content, 'sha512') })],
    ['HS512 called HS256', forged({ signature: (content) => hmac(content, 'sha512') })],
    ['RS256 with an HMAC', withHeader({ alg: 'RS256' })],
    [
      'RS256 with its own key inside',
      forged({
        header: { ...header, alg: 'RS256', jwk: privateKey.export({ format: 'jwk' }) },
        signature: (content) => sign('sha256', Buffer.from(content), privateKey).toString('base64url'),
      }),
    ],
    ['an empty signature', forged({ signature: () => '' })],
    ['a signature of zeroes', forged({ signature: () => 'A'.repeat(43) })],
    ['a truncated signature', sound.slice(0, -2)],
    ['the signature of another payload', `${soundHeader}.${encode({ ...payload, role: 'Owner' })}.${soundSignature}`],
    ['the signature in hexadecimal', forged({ signature: (content) => Buffer.from(hmac(content), 'base64url').toString('hex') })],
    ['a signature in base64url that is not canonical', `${soundHeader}.${soundPayload}.${respelt}`],
    ['a padded signature', `${sound}=`],
    ['a padded payload', forged({ payload: `${json} ` })],
    ['a padded header', `${soundHeader}=.${soundPayload}.${hmac(`${soundHeader}=.${soundPayload}`)}`],
    ['a blank before it', ` ${sound}`],
    ['a line break after it', `${sound}\n`],
    ['a blank inside', `${soundHeader}. ${soundPayload}.${hmac(`${soundHeader}. ${soundPayload}`)}`],
    ['the scheme before it', `Bearer ${sound}`],
    ['no signature part', `${soundHeader}.${soundPayload}`],
    ['a fourth part', `${sound}.${soundSignature}`],
    ['JSON serialization', JSON.stringify({ protected: soundHeader, payload: soundPayload, signature: soundSignature })],
    ['an encrypted one', encrypted],
    ['a token inside the token', forged({ header: { ...header, cty: 'JWT' }, payload: sound })],
    ['a token as payload', forged({ payload: sound })],
    ['a list as payload', forged({ payload: [payload] })],
    ['null as payload', forged({ payload: 'null' })],
    ['no payload', `${soundHeader}..${hmac(`${soundHeader}.`)}`],
    ['kid ../', withHeader({ kid: '../' })],
    ['kid of an absolute path', withHeader({ kid: '/dev/null' })],
    ['kid of an SQL phrase', withHeader({ kid: "' UNION SELECT 'key" })],
    ['kid __proto__', withHeader({ kid: '__proto__' })],
    ['kid as a list', withHeader({ kid: ['2026-11'] })],
    ['an empty kid', withHeader({ kid: '' })],
    ['no kid', withHeader({ kid: undefined })],
    ['an unknown kid', withHeader({ kid: '2026-12' })],
    ['typ JWT', withHeader({ typ: 'JWT' })],
    ['typ application/at+jwt', withHeader({ typ: 'application/at+jwt' })],
    ['no typ', withHeader({ typ: undefined })],
    ['jku', withHeader({ jku: 'https://attacker.example/keys' })],
    ['jwk', withHeader({ jwk: { kty: 'oct', k: 'AA' } })],
    ['x5u', withHeader({ x5u: 'https://attacker.example/chain' })],
    ['x5c', withHeader({ x5c: ['MIIB'] })],
    ['crit', withHeader({ crit: ['exp'], exp: payload.exp })],
    ['an unencoded payload', withHeader({ crit: ['b64'], b64: false })],
    ['b64 without crit', withHeader({ b64: true })],
    ['zip', withHeader({ zip: 'DEF' })],
    ['an unknown header', withHeader({ any: 1 })],
    ['alg twice', forged({ header: '{"alg":"none","alg":"HS256","typ":"at+jwt","kid":"2026-11"}' })],
    ['headers in another order', forged({ header: { typ: 'at+jwt', alg: 'HS256', kid: '2026-11' } })],
    ['no sub', without('sub')],
    ['no role', without('role')],
    ['no exp', without('exp')],
    ['no iat', without('iat')],
    ['no jti', without('jti')],
    ['no iss', without('iss')],
    ['no aud', without('aud')],
    ['exp as text', withClaims({ exp: String(payload.exp) })],
    ['exp null', withClaims({ exp: null })],
    ['exp as a fraction', withClaims({ exp: payload.exp + 0.5 })],
    ['exp in exponents', forged({ payload: json.replace(String(payload.exp), `${payload.exp / 100}e2`) })],
    ['exp without end', forged({ payload: json.replace(String(payload.exp), '1e999') })],
    ['exp a second later than it may be', withClaims({ exp: payload.exp + 1 })],
    ['exp in a year', withClaims({ exp: nowSeconds + 365 * 86_400 })],
    ['exp in milliseconds', withClaims({ exp: payload.exp * 1000 })],
    ['iat as text', withClaims({ iat: String(payload.iat) })],
    ['iat as a fraction', withClaims({ iat: payload.iat + 0.5, exp: payload.exp + 0.5 })],
    ['iat in an hour', withClaims({ iat: nowSeconds + 3_600, exp: nowSeconds + 4_500 })],
    ['another aud', withClaims({ aud: 'ken' })],
    ['an empty aud', withClaims({ aud: '' })],
    ['aud as a list', withClaims({ aud: ['ken-api'] })],
    ['aud as a list with others', withClaims({ aud: ['other', 'ken-api'] })],
    ['another iss', withClaims({ iss: 'ken2' })],
    ['iss as a list', withClaims({ iss: ['ken'] })],
    ['another role', withClaims({ role: 'Superuser' })],
    ['a role in lower case', withClaims({ role: 'owner' })],
    ['role as a list', withClaims({ role: ['Owner'] })],
    ['sub as a number', withClaims({ sub: 1 })],
    ['sub as a list', withClaims({ sub: [claims.userId] })],
    ['sub that is no id', withClaims({ sub: 'owner@example.com' })],
    ['sub in upper case', withClaims({ sub: '019AA3B0-7C00-7000-8000-00000000000A' })],
    ['sub with a line break', withClaims({ sub: `${claims.userId}\n` })],
    ['jti without a random part', withClaims({ jti: claims.sessionId })],
    ['jti without a session', withClaims({ jti: '.AAAAAAAAAAAAAAAAAAAAAA' })],
    ['jti with a third part', withClaims({ jti: `${payload.jti}.A` })],
    ['jti of a short random part', withClaims({ jti: payload.jti.slice(0, -1) })],
    ['jti as a list', withClaims({ jti: [payload.jti] })],
    ['jti as a number', withClaims({ jti: 1 })],
    ['role twice', forged({ payload: json.replace('"role":"Admin"', '"role":"Member","role":"Admin"') })],
    ['exp twice', forged({ payload: json.replace('{', `{"exp":${nowSeconds - 900},`) })],
    ['a claim in an escaped spelling', forged({ payload: json.replace('"Admin"', '"\\u0041dmin"') })],
    ['claims in another order', forged({ payload: Object.fromEntries(Object.entries(payload).toReversed()) })],
    ['blanks between the claims', forged({ payload: JSON.stringify(payload, null, 1) })],
    ['a byte order mark', forged({ payload: `\uFEFF${json}` })],
    ['nbf', withClaims({ nbf: nowSeconds })],
    ['an unknown claim', withClaims({ admin: true })],
    ['__proto__ as a claim', forged({ payload: json.replace('{', '{"__proto__":{"role":"Owner"},') })],
  ])('R34 is invalid, also once its time is over: %s', async (_, token) => {
    expect(await verify(token)).toBe('invalid')
    expect(await tokensAt(906).verify(token)).toBe('invalid')
  })

  it.each(['encryption', 'refresh-token'] as const)('R83 is invalid under the key for another purpose: %s', async (purpose) => {
    const other = keys.newest(purpose).key
    const signature = (content: string) => createHmac('sha256', other).update(content).digest('base64url')
    expect(await verify(forged({ signature }))).toBe('invalid')
  })
})
