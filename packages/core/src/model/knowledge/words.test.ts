import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../testing/builders/any-character.ts'
import { processorMsOf } from '../../testing/builders/processor-time.ts'
import { foldText, foldWord } from './words.ts'

describe('foldWord', () => {
  it('removes case and accents, composed or decomposed', () => {
    for (const word of ['Malmö', 'MALMÖ', 'malmo\u0308', 'malmo'])
      expect(foldWord(word)).toBe('malmo')
    expect(['Straße', 'ｆｕｌｌ', 'ﬁne', 'Москва', 'Ελλάδα'].map(foldWord)).toEqual([
      'strasse',
      'full',
      'fine',
      'москва',
      'ελλαδα',
    ])
    expect(['Łódź', 'Smørrebrød', 'Œuvre', 'ΔΡΟΜΟΣ', 'バス', '한국'].map(foldWord)).toEqual([
      'lodz',
      'smorrebrod',
      'oeuvre',
      'δρομοσ',
      'バス',
      '한국',
    ])
  })

  it('removes what only makes an Arabic word longer', () => {
    expect(foldWord('الموظـــفين')).toBe('الموظفين')
  })
})

describe('foldText', () => {
  it('separates words at every character that is neither letter nor digit', () => {
    expect(foldText('  See T-1042, KEN_PORT & node.js (v24)!\n')).toBe(
      'see t 1042 ken port node js v24',
    )
    expect(foldText("'; drop table documents; --")).toBe('drop table documents')
  })

  it('finds a compound name both whole and by its parts', () => {
    expect(foldText('RateLimit')).toBe('ratelimit rate limit')
    expect(foldText('XMLParser VPN iOS')).toBe('xmlparser vpn ios i os')
  })

  it('treats each character of an unspaced script as a word', () => {
    expect(foldText('会議室の予約')).toBe('会 議 室 の 予 約')
  })

  it('has no words for a text without letters and digits', () => {
    for (const text of ['', ' \n', '???', '🙂', '&|!():*', '\u0301\u200b'])
      expect(foldText(text)).toBe('')
  })

  it('R80 returns letters and digits separated by single spaces, and is idempotent', () => {
    const texts = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme-composite' }),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const folded = foldText(text)
        expect(folded).toMatch(/^(?:[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*)?$/u)
        expect(foldText(folded)).toBe(folded)
        expect(foldText(text.normalize('NFC'))).toBe(foldText(text.normalize('NFD')))
      }),
      { numRuns: 1_000 },
    )
  })

  it('takes linear time for a giant text', async () => {
    const spent = await processorMsOf(() => {
      for (const unit of ['x', 'aA', ' ', 'é', 'e\u0301', '会', 'a-'])
        foldText(unit.repeat(200_000))
    })
    expect(spent).toBeLessThan(10_000)
  })
})
