import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRecoveryCodeSource } from './random-recovery-code-source.ts'

const source = randomRecoveryCodeSource()
const alphabet = Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ')

describe('newCodes', () => {
  it('R28 is as many codes as asked, of 50 random bits, every symbol of them in use', () => {
    expect(source.newCodes(10)).toHaveLength(10)
    const made = source.newCodes(10_000)
    expect(made.every((code) => /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/.test(code))).toBe(true)
    expect(new Set(made).size).toBe(10_000)
    for (let place = 0; place < 11; place += 1) {
      expect(new Set(made.map((code) => code[place]))).toEqual(new Set(place === 5 ? ['-'] : alphabet))
    }
  })
})

describe('normalize', () => {
  it('gives a code as it was made, without its dash', () => {
    for (const code of source.newCodes(1_000)) expect(source.normalize(code)).toBe(code.replace('-', ''))
  })

  it('takes a code in whatever case, with look-alikes, and with whatever dashes and blanks', () => {
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

  it('leaves a normalized code as it is', () => {
    const symbols = fc.array(fc.constantFrom(...alphabet, 'o', 'i', 'l', 'a'), { minLength: 10, maxLength: 10 })
    fc.assert(
      fc.property(symbols, (typed) => {
        const code = source.normalize(typed.join('')) ?? ''
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
        expect(source.normalize(code)).toBe(code)
      }),
    )
  })

  it.each([
    ['nothing', ''],
    ['blanks', '   '],
    ['nine symbols', '10ABC-DEF1'],
    ['eleven symbols', '10ABC-DEF101'],
    ['the letter U', '10ABC-DEFU0'],
    ['ten symbols among a hundred blanks', `10ABC${' '.repeat(100)}DEF10`],
    ['another separator', '10ABC_DEF10'],
    ['a dotless i, whose upper case is I', 'ıOABC-DEF10'],
    ['a long s, whose upper case is S', 'ſ0ABC-DEF10'],
    ['a Kelvin sign, whose lower case is k', '\u212a0ABC-DEF10'],
    ['full-width digits', '１0ABC-DEF10'],
    ['a null character', '10ABC-DEF10\0'],
    ['a code of an authenticator', '123456'],
  ])('answers null for what cannot be a code: %s', (_, text) => {
    expect(source.normalize(text)).toBeNull()
  })

  it('answers at once even for a megabyte', () => {
    const startedAt = performance.now()
    for (const text of [' ', '-', 'A']) expect(source.normalize(text.repeat(1_000_000))).toBeNull()
    expect(performance.now() - startedAt).toBeLessThan(100)
  })
})
