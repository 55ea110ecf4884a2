import type { AccessClaims } from '@ken/core/ports'
import { processorMsOf } from '@ken/core/testing'
import * as fc from 'fast-check'
import { jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { generateSecrets, parseKeyRing } from '../key-ring.ts'
import {
  claims,
  header,
  key,
  nowSeconds,
  payload,
  secrets,
  tokensAt,
  valid,
  verify,
  withClaims,
} from '../testing/access-tokens.ts'

const decode = (part: string | undefined): unknown =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString())

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

  it('R34 writes tokens that another implementation of the RFCs accepts', async () => {
    const { token } = await tokensAt().issue(claims)
    const verified = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      issuer: 'ken',
      audience: 'ken-api',
      currentDate: new Date(nowSeconds * 1000),
      maxTokenAge: 900,
    })
    expect(verified.payload).toMatchObject({ sub: claims.userId, role: claims.role })
  })

  it('ends the jti with a random part, so that no two tokens of a session are equal', async () => {
    const issued = await Promise.all(Array.from({ length: 1_000 }, () => tokensAt().issue(claims)))
    expect(new Set(issued.map(({ token }) => token)).size).toBe(1_000)
  })
})

describe('verify', () => {
  it('returns the claims of every account, role and session', async () => {
    const ids = fc.uuid({ version: 7 })
    const anyClaims = fc.record({
      userId: ids,
      role: fc.constantFrom('Owner', 'Admin', 'Member'),
      sessionId: ids,
    })
    await fc.assert(
      fc.asyncProperty(anyClaims, async (any) => {
        const { token } = await tokensAt().issue(any as AccessClaims)
        expect(await verify(token)).toEqual(any)
      }),
    )
  })

  it('R34 accepts the valid token that every forged one below differs from in one respect', async () => {
    expect(await verify(valid)).toEqual(claims)
  })

  it('R34 R93 expires a token 15 minutes and 5 seconds after it was issued', async () => {
    const { token } = await tokensAt().issue(claims)
    expect(await tokensAt(904).verify(token)).toEqual(claims)
    for (const later of [905, 906, 3_600, 10 * 365 * 86_400])
      expect(await tokensAt(later).verify(token)).toBe('expired')
  })

  it('R34 accepts a token from a process whose clock is 5 seconds ahead, and none from further ahead', async () => {
    expect(await verify((await tokensAt(5).issue(claims)).token)).toEqual(claims)
    expect(await verify((await tokensAt(6).issue(claims)).token)).toBe('invalid')
  })

  it('R83 accepts tokens of an older key of the ring, and none of a key that is gone', async () => {
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

  it('R34 returns invalid when any character is changed, removed or added', async () => {
    const altered = Array.from(valid).flatMap((own, at) =>
      ['', 'A', 'B', '-', '.', '=', `${own}A`]
        .filter((replacement) => replacement !== own)
        .map((replacement) => valid.slice(0, at) + replacement + valid.slice(at + 1)),
    )
    const answers = await Promise.all(altered.map(verify))
    expect(altered.filter((_, at) => answers[at] !== 'invalid')).toEqual([])
  })

  it('returns invalid for any other text, immediately even for a megabyte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => (await verify(text)) === 'invalid'),
    )
    const megabyte = 'A'.repeat(1_000_000)
    const spent = await processorMsOf(async () => {
      for (const text of [
        megabyte,
        '.'.repeat(1_000_000),
        valid + megabyte,
        withClaims({ pad: megabyte }),
      ])
        expect(await verify(text)).toBe('invalid')
    })
    expect(spent).toBeLessThan(200)
  })
})
