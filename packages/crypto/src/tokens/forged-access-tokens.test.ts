import { CompactEncrypt } from 'jose'
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  claims,
  encode,
  forged,
  header,
  hmac,
  key,
  keys,
  nowSeconds,
  payload,
  tokensAt,
  valid,
  verify,
  withClaims,
} from '../testing/access-tokens.ts'

const withHeader = (change: object) => forged({ header: { ...header, ...change } })
const without = (claim: keyof typeof payload) => withClaims({ [claim]: undefined })
const json = JSON.stringify(payload)
const [validHeader, validPayload, validSignature = ''] = valid.split('.')
/** The same bytes in base64url; the last character has other unused bits. */
const respelt = validSignature.replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1))

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const encrypted = await new CompactEncrypt(Buffer.from(json))
  .setProtectedHeader({ ...header, alg: 'dir', enc: 'A256GCM' })
  .encrypt(key.export())

describe('a forged token', () => {
  it.each([
    {
      name: 'alg none without signature',
      token: forged({ header: { ...header, alg: 'none' }, signature: () => '' }),
    },
    { name: 'alg none with a signature', token: withHeader({ alg: 'none' }) },
    { name: 'alg NONE', token: withHeader({ alg: 'NONE' }) },
    { name: 'no alg', token: withHeader({ alg: undefined }) },
    { name: 'alg in lower case', token: withHeader({ alg: 'hs256' }) },
    { name: 'alg as a list', token: withHeader({ alg: ['HS256'] }) },
    {
      name: 'HS384',
      token: forged({
        header: { ...header, alg: 'HS384' },
        signature: (content) => hmac(content, 'sha384'),
      }),
    },
    {
      name: 'HS512',
      token: forged({
        header: { ...header, alg: 'HS512' },
        signature: (content) => hmac(content, 'sha512'),
      }),
    },
    {
      name: 'HS512 called HS256',
      token: forged({ signature: (content) => hmac(content, 'sha512') }),
    },
    { name: 'RS256 with an HMAC', token: withHeader({ alg: 'RS256' }) },
    {
      name: 'RS256 with its own key inside',
      token: forged({
        header: { ...header, alg: 'RS256', jwk: privateKey.export({ format: 'jwk' }) },
        signature: (content) =>
          sign('sha256', Buffer.from(content), privateKey).toString('base64url'),
      }),
    },
    { name: 'an empty signature', token: forged({ signature: () => '' }) },
    { name: 'a signature of zeroes', token: forged({ signature: () => 'A'.repeat(43) }) },
    { name: 'a truncated signature', token: valid.slice(0, -2) },
    {
      name: 'the signature of another payload',
      token: `${validHeader}.${encode({ ...payload, role: 'Owner' })}.${validSignature}`,
    },
    {
      name: 'the signature in hexadecimal',
      token: forged({
        signature: (content) => Buffer.from(hmac(content), 'base64url').toString('hex'),
      }),
    },
    {
      name: 'a signature in base64url that is not canonical',
      token: `${validHeader}.${validPayload}.${respelt}`,
    },
    { name: 'a padded signature', token: `${valid}=` },
    { name: 'a padded payload', token: forged({ payload: `${json} ` }) },
    {
      name: 'a padded header',
      token: `${validHeader}=.${validPayload}.${hmac(`${validHeader}=.${validPayload}`)}`,
    },
    { name: 'a space before it', token: ` ${valid}` },
    { name: 'a line break after it', token: `${valid}\n` },
    {
      name: 'a space inside',
      token: `${validHeader}. ${validPayload}.${hmac(`${validHeader}. ${validPayload}`)}`,
    },
    { name: 'the scheme before it', token: `Bearer ${valid}` },
    { name: 'no signature part', token: `${validHeader}.${validPayload}` },
    { name: 'a fourth part', token: `${valid}.${validSignature}` },
    {
      name: 'JSON serialization',
      token: JSON.stringify({
        protected: validHeader,
        payload: validPayload,
        signature: validSignature,
      }),
    },
    { name: 'an encrypted one', token: encrypted },
    {
      name: 'a token inside the token',
      token: forged({ header: { ...header, cty: 'JWT' }, payload: valid }),
    },
    { name: 'a token as payload', token: forged({ payload: valid }) },
    { name: 'a list as payload', token: forged({ payload: [payload] }) },
    { name: 'null as payload', token: forged({ payload: 'null' }) },
    { name: 'no payload', token: `${validHeader}..${hmac(`${validHeader}.`)}` },
    { name: 'kid ../', token: withHeader({ kid: '../' }) },
    { name: 'kid of an absolute path', token: withHeader({ kid: '/dev/null' }) },
    { name: 'kid of an SQL phrase', token: withHeader({ kid: "' UNION SELECT 'key" }) },
    { name: 'kid __proto__', token: withHeader({ kid: '__proto__' }) },
    { name: 'kid as a list', token: withHeader({ kid: ['2026-11'] }) },
    { name: 'an empty kid', token: withHeader({ kid: '' }) },
    { name: 'no kid', token: withHeader({ kid: undefined }) },
    { name: 'an unknown kid', token: withHeader({ kid: '2026-12' }) },
    { name: 'typ JWT', token: withHeader({ typ: 'JWT' }) },
    { name: 'typ application/at+jwt', token: withHeader({ typ: 'application/at+jwt' }) },
    { name: 'no typ', token: withHeader({ typ: undefined }) },
    { name: 'jku', token: withHeader({ jku: 'https://attacker.example/keys' }) },
    { name: 'jwk', token: withHeader({ jwk: { kty: 'oct', k: 'AA' } }) },
    { name: 'x5u', token: withHeader({ x5u: 'https://attacker.example/chain' }) },
    { name: 'x5c', token: withHeader({ x5c: ['MIIB'] }) },
    { name: 'crit', token: withHeader({ crit: ['exp'], exp: payload.exp }) },
    { name: 'an unencoded payload', token: withHeader({ crit: ['b64'], b64: false }) },
    { name: 'b64 without crit', token: withHeader({ b64: true }) },
    { name: 'zip', token: withHeader({ zip: 'DEF' }) },
    { name: 'an unknown header', token: withHeader({ any: 1 }) },
    {
      name: 'alg twice',
      token: forged({ header: '{"alg":"none","alg":"HS256","typ":"at+jwt","kid":"2026-11"}' }),
    },
    {
      name: 'headers in another order',
      token: forged({ header: { typ: 'at+jwt', alg: 'HS256', kid: '2026-11' } }),
    },
    { name: 'no sub', token: without('sub') },
    { name: 'no role', token: without('role') },
    { name: 'no exp', token: without('exp') },
    { name: 'no iat', token: without('iat') },
    { name: 'no jti', token: without('jti') },
    { name: 'no iss', token: without('iss') },
    { name: 'no aud', token: without('aud') },
    { name: 'exp as text', token: withClaims({ exp: String(payload.exp) }) },
    { name: 'exp null', token: withClaims({ exp: null }) },
    { name: 'exp as a fraction', token: withClaims({ exp: payload.exp + 0.5 }) },
    {
      name: 'exp in exponents',
      token: forged({ payload: json.replace(String(payload.exp), `${payload.exp / 100}e2`) }),
    },
    {
      name: 'an infinite exp',
      token: forged({ payload: json.replace(String(payload.exp), '1e999') }),
    },
    { name: 'exp a second later than it may be', token: withClaims({ exp: payload.exp + 1 }) },
    { name: 'exp in a year', token: withClaims({ exp: nowSeconds + 365 * 86_400 }) },
    { name: 'exp in milliseconds', token: withClaims({ exp: payload.exp * 1000 }) },
    { name: 'iat as text', token: withClaims({ iat: String(payload.iat) }) },
    {
      name: 'iat as a fraction',
      token: withClaims({ iat: payload.iat + 0.5, exp: payload.exp + 0.5 }),
    },
    {
      name: 'iat in an hour',
      token: withClaims({ iat: nowSeconds + 3_600, exp: nowSeconds + 4_500 }),
    },
    { name: 'another aud', token: withClaims({ aud: 'ken' }) },
    { name: 'an empty aud', token: withClaims({ aud: '' }) },
    { name: 'aud as a list', token: withClaims({ aud: ['ken-api'] }) },
    { name: 'aud as a list with others', token: withClaims({ aud: ['other', 'ken-api'] }) },
    { name: 'another iss', token: withClaims({ iss: 'ken2' }) },
    { name: 'iss as a list', token: withClaims({ iss: ['ken'] }) },
    { name: 'another role', token: withClaims({ role: 'Superuser' }) },
    { name: 'a role in lower case', token: withClaims({ role: 'owner' }) },
    { name: 'role as a list', token: withClaims({ role: ['Owner'] }) },
    { name: 'sub as a number', token: withClaims({ sub: 1 }) },
    { name: 'sub as a list', token: withClaims({ sub: [claims.userId] }) },
    { name: 'sub that is not an id', token: withClaims({ sub: 'owner@example.com' }) },
    {
      name: 'sub in upper case',
      token: withClaims({ sub: '019AA3B0-7C00-7000-8000-00000000000A' }),
    },
    { name: 'sub with a line break', token: withClaims({ sub: `${claims.userId}\n` }) },
    { name: 'jti without a random part', token: withClaims({ jti: claims.sessionId }) },
    { name: 'jti without a session', token: withClaims({ jti: '.AAAAAAAAAAAAAAAAAAAAAA' }) },
    { name: 'jti with a third part', token: withClaims({ jti: `${payload.jti}.A` }) },
    { name: 'jti of a short random part', token: withClaims({ jti: payload.jti.slice(0, -1) }) },
    { name: 'jti as a list', token: withClaims({ jti: [payload.jti] }) },
    { name: 'jti as a number', token: withClaims({ jti: 1 }) },
    {
      name: 'role twice',
      token: forged({ payload: json.replace('"role":"Admin"', '"role":"Member","role":"Admin"') }),
    },
    {
      name: 'exp twice',
      token: forged({ payload: json.replace('{', `{"exp":${nowSeconds - 900},`) }),
    },
    {
      name: 'a claim in an escaped spelling',
      token: forged({ payload: json.replace('"Admin"', '"\\u0041dmin"') }),
    },
    {
      name: 'claims in another order',
      token: forged({ payload: Object.fromEntries(Object.entries(payload).toReversed()) }),
    },
    {
      name: 'spaces between the claims',
      token: forged({ payload: JSON.stringify(payload, null, 1) }),
    },
    { name: 'a byte order mark', token: forged({ payload: `\uFEFF${json}` }) },
    { name: 'nbf', token: withClaims({ nbf: nowSeconds }) },
    { name: 'an unknown claim', token: withClaims({ admin: true }) },
    {
      name: '__proto__ as a claim',
      token: forged({ payload: json.replace('{', '{"__proto__":{"role":"Owner"},') }),
    },
  ])('R34 is invalid, and still invalid after its expiry: $name', async ({ token }) => {
    expect(await verify(token)).toBe('invalid')
    expect(await tokensAt(906).verify(token)).toBe('invalid')
  })

  it.each(['encryption', 'refresh-token'] as const)(
    'R83 is invalid under the key for another purpose: %s',
    async (purpose) => {
      const other = keys.newest(purpose).key
      const signature = (content: string) =>
        createHmac('sha256', other).update(content).digest('base64url')
      expect(await verify(forged({ signature }))).toBe('invalid')
    },
  )
})
