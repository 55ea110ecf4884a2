import { processorMsOf } from '@ken/core/testing'
import * as fc from 'fast-check'
import { createHash } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { randomSecretSource } from './random-secret-source.ts'
import { zxcvbnPasswordStrength } from '../passwords/zxcvbn-password-strength.ts'

const secrets = randomSecretSource()
/** 32 bytes counted up from zero, and their digest by `sha256sum`. */
const known = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
const knownDigest = 'ea866a757e4c38babfa8127cbe9a409d3e1f93a00ff1488ff735fcf917afffd0'

describe('newSecret', () => {
  it('has 256 random bits in base64url; the SHA-256 is stored', () => {
    const { plain, digest } = secrets.newSecret()
    expect(Buffer.from(plain, 'base64url')).toHaveLength(32)
    expect(plain).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(digest).toBe(createHash('sha256').update(plain).digest('hex'))
    expect(secrets.digest(plain)).toBe(digest)
  })

  it('creates 10000 valid secrets without a duplicate, and every bit varies', () => {
    const made = Array.from({ length: 10_000 }, () => secrets.newSecret())
    expect(new Set(made.map(({ plain }) => plain)).size).toBe(10_000)
    expect(made.every(({ plain, digest }) => secrets.digest(plain) === digest)).toBe(true)
    const variety = Array.from(
      { length: 43 },
      (_, at) => new Set(made.map(({ plain }) => plain[at])).size,
    )
    expect(variety).toEqual([...Array<number>(42).fill(64), 16])
  })
})

describe('matches', () => {
  it('R229 accepts the secret of the digest alone', () => {
    expect(secrets.matches(known, knownDigest)).toBe(true)
    const others = ['', known.slice(0, -1), `${known}A`, known.toLowerCase(), 'x'.repeat(10_000)]
    for (const other of others) expect(secrets.matches(other, knownDigest)).toBe(false)
  })
})

describe('newPassword', () => {
  it('R19 has 100 random bits in unambiguous symbols, without a duplicate', () => {
    const made = Array.from({ length: 10_000 }, () => secrets.newPassword())
    expect(
      made.filter(
        (password) => !/^[0-9A-HJKMNP-TV-Z]{5}(?:-[0-9A-HJKMNP-TV-Z]{5}){3}$/.test(password),
      ),
    ).toEqual([])
    expect(new Set(made).size).toBe(10_000)
    for (let place = 0; place < 23; place += 1)
      expect(new Set(made.map((password) => password[place])).size).toBe(place % 6 === 5 ? 1 : 32)
  })

  it('R19 R16 passes the password policy for any person', async () => {
    const strength = zxcvbnPasswordStrength()
    onTestFinished(() => strength.close())
    for (let passwords = 0; passwords < 3; passwords += 1)
      expect(
        await strength.score(secrets.newPassword(), ['ken', 'Ada Lovelace', 'ada@example.com']),
      ).toBe(4)
  })
})

describe('digest', () => {
  it('recognizes a secret by its form alone', () => {
    expect(secrets.digest(known)).toBe(knownDigest)
  })

  it('returns null for anything before, after or instead of a character', () => {
    const foreign = ['', ' ', '\n', '\0', '=', '+', '/', '.', 'é', 'Ａ', '😀', 'AA']
    const altered = Array.from(known).flatMap((_, at) =>
      foreign.map((text) => known.slice(0, at) + text + known.slice(at + 1)),
    )
    const added = ['A', '=', ' ', '\n', '.', '\0', known].flatMap((text) => [
      known + text,
      text + known,
    ])
    expect([...altered, ...added].filter((text) => secrets.digest(text) !== null)).toEqual([])
  })

  it('returns null for another encoding of the same bytes', () => {
    for (const last of '9-_') expect(secrets.digest(known.slice(0, -1) + last)).toBeNull()
  })

  it('returns null for any other text, immediately even for a megabyte', async () => {
    fc.assert(fc.property(fc.string(), (text) => secrets.digest(text) === null))
    const megabyte = 'A'.repeat(1_000_000)
    expect(await processorMsOf(() => expect(secrets.digest(megabyte)).toBeNull())).toBeLessThan(100)
  })
})
