import { processorMsOf } from '@ken/core/testing'
import { anyCharacter } from '@ken/core/testing/any-character'
import * as fc from 'fast-check'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { randomApiKeySource } from './random-api-key-source.ts'

const keys = randomApiKeySource()
/** Computed with an independent implementation of base62 and CRC-32. */
const known = 'ken_RJV4NziR4vfQoznrwaQlPwUD9zCVa3WpSPQxDlzhmEI4bkOzU'
const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const keysMade = process.env['KEN_TEST_NIGHTLY'] === '1' ? 100_000 : 20_000

describe('newApiKey', () => {
  it('R3 is ken_, 43 and 6 base62 characters; the first 12 and the SHA-256 are stored', () => {
    const { plain, digest, prefix } = keys.newApiKey()
    expect(plain).toMatch(/^ken_[0-9A-Za-z]{49}$/)
    expect(prefix).toBe(plain.slice(0, 12))
    expect(digest).toBe(createHash('sha256').update(plain).digest('hex'))
    expect(keys.digest(plain)).toBe(digest)
  })

  it(`R3 makes ${keysMade} keys without a duplicate, every character of them in use`, () => {
    const made = Array.from({ length: keysMade }, () => keys.newApiKey())
    expect(new Set(made.map(({ plain }) => plain)).size).toBe(keysMade)
    expect(new Set(made.map(({ digest }) => digest)).size).toBe(keysMade)
    // The first characters of secret and checksum encode the remaining bits, so they vary less.
    const variety = Array.from(
      { length: 49 },
      (_, at) => new Set(made.map(({ plain }) => plain[at + 4])).size,
    )
    expect(variety.filter((size) => size < 62)).toHaveLength(2)
  })
})

describe('digest', () => {
  it('R3 recognizes a key by its form and checksum alone', () => {
    expect(keys.digest(known)).toBe(
      'bf0d9f1c08c6c295ca00ef2d7a396fa7d7dbbc7c6f9343a86faa557285d17acc',
    )
  })

  it('R3 returns null for a key with any one character altered', () => {
    const altered = Array.from(known).flatMap((own, at) =>
      Array.from(`${characters}_-. \0\u0000é０`)
        .filter((character) => character !== own)
        .map((character) => known.slice(0, at) + character + known.slice(at + 1)),
    )
    expect(altered.filter((text) => keys.digest(text) !== null)).toEqual([])
  })

  it('R3 returns null for a key with two neighbours swapped', () => {
    for (let at = 0; at + 1 < known.length; at += 1) {
      if (known[at] === known[at + 1]) continue
      expect(
        keys.digest(known.slice(0, at) + known[at + 1] + known[at] + known.slice(at + 2)),
      ).toBeNull()
    }
  })

  it('R4 returns null for anything before or after a key', () => {
    for (const added of [
      ' ',
      '\n',
      '\r\n',
      '\t',
      '\0',
      'A',
      '0',
      '\u00a0',
      '\u200b',
      '😀',
      known,
      `,${known}`,
    ]) {
      for (const text of [known + added, added + known]) expect(keys.digest(text)).toBeNull()
    }
    for (let length = 0; length < known.length; length += 1)
      expect(keys.digest(known.slice(0, length))).toBeNull()
  })

  it('returns null for any other text, immediately even for a megabyte', async () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => keys.digest(text) === null))
    const base62 = fc
      .array(fc.constantFrom(...characters.split('')), { minLength: 49, maxLength: 49 })
      .map((all) => `ken_${all.join('')}`)
    fc.assert(
      fc.property(base62, (text) => keys.digest(text) === null),
      { numRuns: 20 },
    )
    const megabyte = `ken_${'a'.repeat(1_000_000)}`
    expect(await processorMsOf(() => expect(keys.digest(megabyte)).toBeNull())).toBeLessThan(100)
  })
})
