import type { SessionId } from '@ken/core/ports'
import { processorMsOf } from '@ken/core/testing'
import * as fc from 'fast-check'
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hmacRefreshTokens } from './hmac-refresh-tokens.ts'
import { generateSecrets, parseKeyRing, type KeyPurpose } from '../key-ring.ts'

const secrets = generateSecrets('2026-11')
const keys = parseKeyRing(secrets)
const tokens = hmacRefreshTokens(keys)
const sessionId = '019aa3b0-7c00-7000-9000-000000000002' as SessionId
const known = tokens.issue(sessionId, 7)

const sessionIds = fc.uuid({ version: 7 }).map((id) => id as SessionId)
const generations = fc.oneof(fc.nat(), fc.maxSafeNat())

/** A token under a key of the ring, with arbitrary first parts. */
function forged(content: string, purpose: KeyPurpose = 'refresh-token'): string {
  return `${content}.${createHmac('sha256', keys.newest(purpose).key).update(content).digest('base64url')}`
}

describe('issue', () => {
  it('creates the same token for the same family and generation, and a different one for any other', () => {
    fc.assert(
      fc.property(
        sessionIds,
        generations,
        sessionIds,
        generations,
        (family, generation, otherFamily, otherGeneration) => {
          const token = tokens.issue(family, generation)
          expect(hmacRefreshTokens(parseKeyRing(secrets)).issue(family, generation)).toBe(token)
          fc.pre(family !== otherFamily && generation !== otherGeneration)
          expect(
            new Set([
              token,
              tokens.issue(otherFamily, generation),
              tokens.issue(family, otherGeneration),
            ]).size,
          ).toBe(3)
        },
      ),
    )
  })

  it('R36 contains family, generation and key id with 256 bits of HMAC, in characters valid in a cookie', () => {
    expect(known).toMatch(/^019aa3b0-7c00-7000-9000-000000000002\.7\.2026-11\.[A-Za-z0-9_-]{43}$/)
  })

  it('creates the same token as another implementation of HMAC-SHA-256', () => {
    const ring = parseKeyRing('2026a:BStfofFPuzW9U/epaTcT/fX7DzFhn+tFrSOnOdmHQw0=')
    expect(hmacRefreshTokens(ring).issue(sessionId, 7)).toBe(
      '019aa3b0-7c00-7000-9000-000000000002.7.2026a.OMymqGkmpHef0Y70lKcEDMdmBDhvj41KUV9Aq8ntzlg',
    )
  })
})

describe('read', () => {
  it('returns the family and generation of every token', () => {
    fc.assert(
      fc.property(sessionIds, generations, (family, generation) => {
        expect(tokens.read(tokens.issue(family, generation))).toEqual({
          sessionId: family,
          generation,
        })
      }),
    )
  })

  it('R36 returns null when any character is changed, removed or added', () => {
    const altered = Array.from(known).flatMap((own, at) =>
      Array.from(`0123456789abcdefABCDEFghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ-_.= \n\0é０`)
        .concat('', `${own}0`, `0${own}`)
        .filter((replacement) => replacement !== own)
        .map((replacement) => known.slice(0, at) + replacement + known.slice(at + 1)),
    )
    const added = ['A', '=', ' ', '\n', '.', '\0', known].flatMap((text) => [
      known + text,
      text + known,
    ])
    expect(
      [...altered, ...added].filter((text) => text !== known && tokens.read(text) !== null),
    ).toEqual([])
  })

  it('R36 returns null for the HMAC of one family or generation under another', () => {
    fc.assert(
      fc.property(sessionIds, generations, generations, (family, generation, other) => {
        fc.pre(generation !== other)
        const [, mac] = /(\.[^.]+\.[^.]+)$/.exec(tokens.issue(family, generation)) ?? []
        expect(tokens.read(`${family}.${other}${mac}`)).toBeNull()
        expect(tokens.read(`${sessionId}.${generation}${mac}`)).toBeNull()
      }),
    )
  })

  it.each([
    { name: 'a generation with a leading zero', token: forged(`${sessionId}.07.2026-11`) },
    { name: 'a negative generation', token: forged(`${sessionId}.-7.2026-11`) },
    { name: 'a signed generation', token: forged(`${sessionId}.+7.2026-11`) },
    { name: 'a generation in exponents', token: forged(`${sessionId}.7e0.2026-11`) },
    { name: 'a generation in hexadecimal', token: forged(`${sessionId}.0x7.2026-11`) },
    { name: 'an infinite generation', token: forged(`${sessionId}.${'9'.repeat(400)}.2026-11`) },
    { name: 'an empty generation', token: forged(`${sessionId}..2026-11`) },
    { name: 'a family in upper case', token: forged(`${sessionId.replace('aa', 'AA')}.7.2026-11`) },
    { name: 'an empty family', token: forged('.7.2026-11') },
    { name: 'no key id', token: forged(`${sessionId}.7`) },
    { name: 'an unknown key id', token: forged(`${sessionId}.7.2026-12`) },
    { name: 'a key id of a property', token: forged(`${sessionId}.7.__proto__`) },
    { name: 'a fifth part', token: forged(`${sessionId}.7.2026-11.2026-11`) },
    { name: 'another HMAC', token: `${sessionId}.7.2026-11.${'A'.repeat(43)}` },
    { name: 'half an HMAC', token: known.slice(0, -22) },
    { name: 'no HMAC', token: `${sessionId}.7.2026-11.` },
  ])('R36 returns null for text that this service would not create: $name', ({ token }) => {
    expect(tokens.read(token)).toBeNull()
  })

  it.each(['access-token', 'encryption'] as const)(
    'R83 returns null for the key of another purpose: %s',
    (purpose) => {
      expect(tokens.read(forged(`${sessionId}.7.2026-11`))).toEqual({ sessionId, generation: 7 })
      expect(tokens.read(forged(`${sessionId}.7.2026-11`, purpose))).toBeNull()
    },
  )

  it('returns null for any other text, immediately even for a megabyte', async () => {
    fc.assert(fc.property(fc.string(), (text) => tokens.read(text) === null))
    const spent = await processorMsOf(() => {
      for (const text of [
        '0'.repeat(1_000_000),
        known + 'A'.repeat(1_000_000),
        '.'.repeat(1_000_000),
      ])
        expect(tokens.read(text)).toBeNull()
    })
    expect(spent).toBeLessThan(100)
  })
})

describe('a rotated ring', () => {
  it('R83 R40 reads tokens of the older key as the same family and generation, and none once the key is gone', () => {
    const rotated = parseKeyRing(`${generateSecrets()},${secrets}`)
    const renewed = hmacRefreshTokens(rotated)
    expect(renewed.read(known)).toEqual({ sessionId, generation: 7 })
    expect(renewed.issue(sessionId, 7)).not.toBe(known)
    expect(renewed.read(renewed.issue(sessionId, 7))).toEqual(tokens.read(known))
    for (const other of [generateSecrets(), generateSecrets('2026-11')]) {
      expect(hmacRefreshTokens(parseKeyRing(other)).read(known)).toBeNull()
    }
  })
})
