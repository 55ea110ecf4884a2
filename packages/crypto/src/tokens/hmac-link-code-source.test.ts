import { processorMsOf } from '@ken/core/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hmacLinkCodeSource } from './hmac-link-code-source.ts'
import { generateSecrets, parseKeyRing } from '../key-ring.ts'

const secrets = generateSecrets()
const source = hmacLinkCodeSource(parseKeyRing(secrets))
const alphabet = Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ')

describe('newCode', () => {
  it('R63 has 40 random bits, uses every symbol, and comes with its digest', () => {
    const made = Array.from({ length: 10_000 }, () => source.newCode())
    expect(
      made.every(({ plain }) => /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/.test(plain)),
    ).toBe(true)
    expect(new Set(made.map(({ plain }) => plain)).size).toBe(10_000)
    expect(made.filter(({ plain, digest }) => source.digest(plain) !== digest)).toEqual([])
    for (let place = 0; place < 9; place += 1) {
      expect(new Set(made.map(({ plain }) => plain[place]))).toEqual(
        new Set(place === 4 ? ['-'] : alphabet),
      )
    }
  })
})

describe('digest', () => {
  it('accepts a code in any case, with look-alikes, and with any dashes and spaces', () => {
    const written = [
      '10AB-CD01',
      '10abcd01',
      'loab-cdo1',
      'IOAB CDOL',
      ' 10ab – cd01\n',
      '1 0 a b c d 0 1',
    ]
    expect(new Set(written.map((text) => source.digest(text))).size).toBe(1)
    expect(written.filter((text) => !source.isCode(text))).toEqual([])
  })

  it('R63 reveals nothing of the code without the secrets', () => {
    expect(source.digest('10AB-CD01')).toMatch(/^[0-9a-f]{64}$/)
    for (const other of [generateSecrets(), `${generateSecrets()},${secrets}`]) {
      expect(hmacLinkCodeSource(parseKeyRing(other)).digest('10AB-CD01')).not.toBe(
        source.digest('10AB-CD01'),
      )
    }
  })

  it('returns a digest that no code has for other text, immediately even for a megabyte', async () => {
    const none = source.digest('')
    for (const text of [
      '10AB-CD0',
      '10AB-CD012',
      '10AB-CDU1',
      '10AB_CD01',
      'ıOAB-CD01',
      '１0AB-CD01',
      '10AB-CD01\0',
      '123456',
    ]) {
      expect(source.digest(text)).toBe(none)
      expect(source.isCode(text)).toBe(false)
    }
    fc.assert(fc.property(fc.string({ maxLength: 7 }), (text) => source.digest(text) === none))
    const spent = await processorMsOf(() => {
      for (const text of [' ', '-', 'A']) expect(source.digest(text.repeat(1_000_000))).toBe(none)
    })
    expect(spent).toBeLessThan(100)
  })
})
