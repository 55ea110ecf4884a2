import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../../testing/builders/any-character.ts'
import { processorMsOf } from '../../../../testing/builders/processor-time.ts'
import { placedTokensIn, tokenOf, tokensIn } from './tokens.ts'

const wordsOf = (text: string) => tokensIn(text).flatMap(({ words }) => words)
const askedOf = (text: string) => tokensIn(text).flatMap(({ asked }) => asked)

describe('joined words', () => {
  it.for([
    ['T-1042', 't1042 t 1042'],
    ['T\u20111042', 't1042 t 1042'],
    ['KEN_PORT', 'kenport ken port'],
    ['node.js', 'nodejs node js'],
    ['RateLimit', 'ratelimit rate limit'],
    ['XMLParser', 'xmlparser xml parser'],
    ['CrashLoopBackOff', 'crashloopbackoff crashloop crashloopback crash loop back off'],
    ['Toner\u0308Roll', 'tonerroll toner roll'],
    ['e-mail', 'email e mail'],
    ['src/search.ts', 'srcsearchts src searchts search ts'],
    ["l'équipe", 'l equipe'],
  ])('%s is found whole and by its parts', ([text, words]) => {
    expect(wordsOf(text!)).toEqual(words!.split(' '))
  })

  it('have no beginnings that are longer than a word', () => {
    const long = `${'a'.repeat(60)}B${'b'.repeat(60)}Cc`
    expect(Math.max(...wordsOf(long).map(({ length }) => length))).toBe(61)
  })

  it('are one word however they are joined', () => {
    for (const text of [
      'ratelimit',
      'rate-limit',
      'rate_limit',
      'RateLimit',
      'rate.limit',
      'RATE_LIMIT',
    ])
      expect(wordsOf(text)).toContain('ratelimit')
  })

  it('keep the points of a version', () => {
    expect(wordsOf('1.2.3')).toContain('1.2.3')
    expect(wordsOf('v1.2.3')).toContain('1.2.3')
    expect(wordsOf('12.3')).not.toContain('1.2.3')
  })

  it('end at blanks and at the end of a sentence', () => {
    expect(wordsOf('Press reset. Then wait - or not.')).toEqual(
      'press reset then wait or not'.split(' '),
    )
  })
})

describe('numbers and codes', () => {
  it.for([
    ['$1,299.00', '1299.00'],
    ['2.450,50 €', '2450.50'],
    ['1\u202f234,56', '1234.56'],
    ["CHF 12'500", '12500'],
    ['Tel. +49 30 901820', '4930901820'],
    ['Tel. 030 901820', '30901820'],
    ['(212) 555-0123', '2125550123'],
    ['+49 (0)30 901820', '30901820'],
    ['+49 (0) 30 901820', '4930901820'],
    ['No. 4711\u20110815-02', '4711081502'],
    ['GB29 NWBK 6016 1331 9268 19', 'gb29nwbk60161331926819'],
    ['ISO 9001', 'iso9001'],
    ['ISO/IEC 27001:2022', 'iso27001'],
    ['HN 2040 B', 'hn2040'],
    ['Tel. 02079460958', '2079460958'],
    ['FAX 030 901820', '030901820'],
    ['TEL/FAX 030 901820', '030901820'],
    ['N/A 1 299,00', '1299.00'],
    ['Art. 12 (3) 10 000 Euro', '10000'],
    ['(2019) 100 000 people', '100000'],
    ['4711-0815-02 12', '4711081502'],
  ])('%s is also found as %s', ([text, word]) => {
    expect(wordsOf(text!)).toContain(word)
    expect(wordsOf(text!).length).toBeGreaterThan(1)
  })

  it.for([
    ['IP 192.168.10.20', '192.168.10.20'],
    ['SDK 1.2.3', '1.2.3'],
    ['ISO 9001:2015', '9001.2015'],
    ['2024-01-15 10.0.0.1', '2024.01.15'],
    ['2024-01-15 10.0.0.1', '10.0.0.1'],
    ['1,299.00 50', '1.299.00'],
  ])('%s is found as %s, as if it were alone', ([text, word]) => {
    expect(wordsOf(text!)).toContain(word)
  })

  it('are found by all words of each group', () => {
    const unit = fc.constantFrom(...Array.from("A1112  ,./:-'"))
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
        const groups = text.match(/[A-Z\d]+(?:[./:'-][A-Z\d]+)*/g) ?? []
        expect(wordsOf(text)).toEqual(
          expect.arrayContaining(groups.flatMap((group) => tokenOf(group).words)),
        )
      }),
      { numRuns: 2_000 },
    )
  })

  it('are asked for by their parts, too', () => {
    expect(askedOf('030 901820')).toEqual(['030', '901820', '030901820', '30901820'])
    expect(askedOf('HN 2040 B')).toEqual(['hn', '2040', 'b', 'hn2040b'])
    expect(askedOf('ISO 9001:2015')).toContain('iso9001')
  })
})

describe('contractions', () => {
  it('are one word with or without apostrophe', () => {
    expect(wordsOf("don't user's it’s")).toEqual(['dont', 'users', 'its'])
  })

  it('of names are found as one word and by their parts', () => {
    expect(wordsOf('O’Brien')).toEqual(['obrien', 'o', 'brien'])
    expect(wordsOf("D'Angelo's")).toEqual(['dangelos', 'd', 'angelos'])
    expect(wordsOf("l'offre")).toEqual(['l', 'offre'])
  })
})

describe('scripts without spaces', () => {
  it('are found by single characters and by pairs', () => {
    expect(wordsOf('会議室')).toEqual(['会', '会議', '議', '議室', '室'])
  })

  it('are asked for in pairs, and by a single character only if it is alone', () => {
    expect(askedOf('会議室')).toEqual(['会議', '議室'])
    expect(askedOf('室')).toEqual(['室'])
    expect(askedOf('APIキー')).toEqual(['api', 'キー'])
  })
})

describe('invisible characters', () => {
  it('separate no words', () => {
    expect(wordsOf('pass\u00adword zero\u200bwidth \ufeffbom')).toEqual([
      'password',
      'zerowidth',
      'bom',
    ])
  })
})

describe('hostile texts', () => {
  it('R80 have folded words at positions in the text, composed or decomposed', () => {
    const texts = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom(...Array.from("aA1é会한_./'-\u0301\u200b")) }),
    )
    const folded = /^[\p{L}\p{N}]+(?:\.[\p{L}\p{N}]+)*$/u
    fc.assert(
      fc.property(texts, (text) => {
        let last = 0
        for (const { start, end, token } of placedTokensIn(text)) {
          expect([start >= last, end > start]).toEqual([true, true])
          last = end
          expect(token.words.filter((word) => !folded.test(word))).toEqual([])
          const others = [...token.asked, ...token.parts]
          expect(others.filter((word) => !token.words.includes(word))).toEqual([])
        }
        expect(last).toBeLessThanOrEqual(text.length)
        expect(wordsOf(text.normalize('NFC'))).toEqual(wordsOf(text.normalize('NFD')))
      }),
      { numRuns: 1_000 },
    )
  })

  it('take linear time', async () => {
    const units = ['x', 'aA', ' ', 'é', 'e\u0301', '会', 'a-', '-', '1.', '\u00ad', "'", 'a\u0301-']
    const spent = await processorMsOf(() => {
      for (const long of units.map((unit) => unit.repeat(60_000))) {
        tokenOf(long)
        wordsOf(long)
      }
    })
    expect(spent).toBeLessThan(2_500)
  })
})
