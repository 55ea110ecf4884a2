import { describe, expect, it } from 'vitest'
import { placedTokensIn } from '../analysis/tokens/tokens.ts'
import { occurrencesOf } from './occurrences.ts'

/** The matched parts of a text with the positions of their words. */
const found = (text: string, words: readonly string[]) =>
  occurrencesOf(text, placedTokensIn(text), (word) => {
    const position = words.indexOf(word)
    return position < 0 ? null : position
  }).map(({ start, end, words: positions }) => [text.slice(start, end), ...positions])

describe('occurrencesOf', () => {
  it('finds words in order', () => {
    expect(found('Toner and paper, toner.', ['paper', 'toner'])).toEqual([
      ['Toner', 1],
      ['paper', 0],
      ['toner', 1],
    ])
    expect(found('', ['toner'])).toEqual([])
  })

  it('finds a name that is joined, its parts, or both as one', () => {
    expect(found('Use node.js now.', ['nodejs'])).toEqual([['node.js', 0]])
    expect(found('Use node.js now.', ['js', 'node'])).toEqual([
      ['node', 1],
      ['js', 0],
    ])
    expect(found('Use node.js now.', ['js', 'nodejs'])).toEqual([['node.js', 1, 0]])
    expect(found("Ask O'Brien.", ['obrien'])).toEqual([["O'Brien", 0]])
    expect(found('See T-1042_a/b.', ['1042', 'b'])).toEqual([
      ['1042', 0],
      ['b', 1],
    ])
  })

  it('finds the capitalized parts of a name', () => {
    expect(found('A RateLimitKey.', ['limit'])).toEqual([['Limit', 0]])
    expect(found('A RateLimitKey.', ['limit', 'rate'])).toEqual([['RateLimit', 1, 0]])
    expect(found('Cafe\u0301Bar', ['bar'])).toEqual([['Bar', 0]])
    expect(found('An HTTPServer.', ['http'])).toEqual([['HTTP', 0]])
  })

  it('finds characters and pairs of scripts without spaces, and words between them', () => {
    expect(found('明日の会議室', ['会議', '議室'])).toEqual([['会議室', 0, 1]])
    expect(found('明日の会議室', ['室', '明'])).toEqual([
      ['明', 1],
      ['室', 0],
    ])
    expect(found('手册Ken手册v2', ['ken', 'v2'])).toEqual([
      ['Ken', 0],
      ['v2', 1],
    ])
  })

  it('finds a number however it is grouped', () => {
    for (const { text, word } of [
      { text: '1,299.00', word: '1299' },
      { text: '2.450,50', word: '2450.50' },
      { text: "12'500", word: '12500' },
      { text: '49 30 901820', word: '30901820' },
      { text: '49 (0)30 901820', word: '4930901820' },
      { text: 'DE89 3704 0044 0532 0130 00', word: 'de89370400440532013000' },
      { text: 'ISO 9001', word: 'iso9001' },
    ])
      expect(found(`at ${text}: x`, [word])).toEqual([[text, 0]])
    expect(found('ISO 9001:2015', ['9001'])).toEqual([['9001', 0]])
    expect(found('ISO 9001:2015', ['9001.2015'])).toEqual([['9001:2015', 0]])
    expect(found('IP 192.168.10.20', ['192.168.10.20'])).toEqual([['192.168.10.20', 0]])
    expect(found('FAX 030 901820', ['030901820'])).toEqual([['030 901820', 0]])
    expect(found('of ISO/IEC 27001', ['iso27001'])).toEqual([['ISO/IEC 27001', 0]])
    expect(found('Tel. (030) 901820', ['30901820'])).toEqual([['030) 901820', 0]])
    expect(found('4711-0815-02 12', ['4711081502'])).toEqual([['4711-0815-02', 0]])
  })

  it('finds a character that is written as several words', () => {
    expect(found('½ price', ['2'])).toEqual([['½', 0]])
    expect(found('محمد ﷺ', ['الله'])).toEqual([['ﷺ', 0]])
  })

  it('keeps combining marks and invisible characters with their word', () => {
    for (const { text, word, found: part = text } of [
      { text: 'Malmo\u0308', word: 'malmo' },
      { text: 'Mal\u00admö', word: 'malmo' },
      { text: 'می\u200cخواهم', word: 'میخواهم' },
      { text: 'か\u3099', word: 'が' },
      { text: 'ﾌﾟﾛｼﾞｪｸﾄ', word: 'プロ', found: 'ﾌﾟﾛ' },
      { text: 'موظـــفين', word: 'موظفين' },
    ])
      expect(found(`x ${text}, y`, [word])).toEqual([[part, 0]])
  })
})
