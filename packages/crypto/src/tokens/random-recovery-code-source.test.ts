import { processorMsOf } from '@ken/core/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRecoveryCodeSource } from './random-recovery-code-source.ts'

const source = randomRecoveryCodeSource()
const alphabet = Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ')

describe('newCodes', () => {
  it('R28 returns the requested number of codes, of 50 random bits, and uses every symbol', () => {
    expect(source.newCodes(10)).toHaveLength(10)
    const made = source.newCodes(10_000)
    expect(made.every((code) => /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/.test(code))).toBe(
      true,
    )
    expect(new Set(made).size).toBe(10_000)
    for (let place = 0; place < 11; place += 1) {
      expect(new Set(made.map((code) => code[place]))).toEqual(
        new Set(place === 5 ? ['-'] : alphabet),
      )
    }
  })
})

describe('normalize', () => {
  it('returns a code as it was created, without its dash', () => {
    for (const code of source.newCodes(1_000))
      expect(source.normalize(code)).toBe(code.replace('-', ''))
  })

  it('accepts a code in any case, with look-alikes, and with any dashes and spaces', () => {
    const written = [
      '10ABC-DEF10',
      '10abcdef10',
      'loabc-defio',
      'IOABC DEFLO',
      ' 10abc – def10\n',
      '1 0 a b c - d e f 1 0',
      '10ABC\u00a0DEF10',
    ]
    for (const text of written) expect(source.normalize(text)).toBe('10ABCDEF10')
  })

  it('leaves a normalized code unchanged', () => {
    const symbols = fc.array(fc.constantFrom(...alphabet, 'o', 'i', 'l', 'a'), {
      minLength: 10,
      maxLength: 10,
    })
    fc.assert(
      fc.property(symbols, (typed) => {
        const code = source.normalize(typed.join('')) ?? ''
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
        expect(source.normalize(code)).toBe(code)
      }),
    )
  })

  it.each([
    { name: 'nothing', text: '' },
    { name: 'only spaces', text: '   ' },
    { name: 'nine symbols', text: '10ABC-DEF1' },
    { name: 'eleven symbols', text: '10ABC-DEF101' },
    { name: 'the letter U', text: '10ABC-DEFU0' },
    { name: 'ten symbols among a hundred spaces', text: `10ABC${' '.repeat(100)}DEF10` },
    { name: 'another separator', text: '10ABC_DEF10' },
    { name: 'a dotless i, whose upper case is I', text: 'ıOABC-DEF10' },
    { name: 'a long s, whose upper case is S', text: 'ſ0ABC-DEF10' },
    { name: 'a Kelvin sign, whose lower case is k', text: '\u212a0ABC-DEF10' },
    { name: 'full-width digits', text: '１0ABC-DEF10' },
    { name: 'a null character', text: '10ABC-DEF10\0' },
    { name: 'a code of an authenticator', text: '123456' },
  ])('returns null for text that cannot be a code: $name', ({ text }) => {
    expect(source.normalize(text)).toBeNull()
  })

  it('returns immediately even for a megabyte', async () => {
    const spent = await processorMsOf(() => {
      for (const text of [' ', '-', 'A'])
        expect(source.normalize(text.repeat(1_000_000))).toBeNull()
    })
    expect(spent).toBeLessThan(100)
  })
})
