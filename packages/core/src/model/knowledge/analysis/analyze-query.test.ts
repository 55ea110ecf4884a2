import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../testing/builders/any-character.ts'
import { analyzeQuery } from './analyze-query.ts'
import { termOf } from './stems/terms.ts'

const formsOf = (query: string) => analyzeQuery(query).words.flatMap(({ forms }) => forms)
const wordsOf = (query: string) => analyzeQuery(query).words.map(({ text }) => text)

describe('words', () => {
  it('leave out common words of the language of the query', () => {
    expect(wordsOf('How do I reset my password?')).toEqual(['reset', 'password'])
    expect(wordsOf('Wie setze ich mein Passwort zurück?')).toEqual(['setze', 'passwort', 'zuruck'])
    expect(wordsOf('how do the pods die')).toEqual(['pods', 'die'])
  })

  it('keep common words if there are no others', () => {
    expect(wordsOf('the who')).toEqual(['the', 'who'])
  })

  it('keep what is common in another language only', () => {
    for (const query of ['company car', 'red hat license', 'todo list', 'C++ manual'])
      expect(wordsOf(query)).toEqual(query.replace('++', '').toLowerCase().split(' '))
    expect(wordsOf('submit a comment on a page')).toEqual(['submit', 'comment', 'page'])
    expect(wordsOf('comment demander un congé')).toEqual(['demander', 'conge'])
    expect(wordsOf('Wer hat Urlaub')).toEqual(['urlaub'])
  })

  it('keep abbreviations', () => {
    expect(wordsOf('MIT license')).toEqual(['mit', 'license'])
    expect(wordsOf('WER HAT URLAUB')).toEqual(['urlaub'])
    expect(wordsOf('IT support in the US')).toEqual(['it', 'support', 'us'])
    expect(wordsOf('HOW is it in our US office')).toEqual(['us', 'office'])
    expect(wordsOf('WHO guidelines')).toEqual(['who', 'guidelines'])
    expect(wordsOf('WHO can approve it')).toEqual(['approve'])
    expect(wordsOf('US HOLIDAYS')).toEqual(['us', 'holidays'])
    expect(wordsOf('IT 365 support')).toEqual(['it', '365', 'it365', 'support'])
    expect(wordsOf('WHERE IS IT SUPPORT')).toEqual(['support'])
  })

  it('count how often a word is asked for, in any inflection', () => {
    const words = analyzeQuery('printer toner printers').words
    expect(words.map(({ text, count }) => [text, count])).toEqual([
      ['printer', 2],
      ['toner', 1],
    ])
  })

  it('have the terms of passages in every language', () => {
    const [word] = analyzeQuery('rechnungen').words
    expect(word?.forms).toContain(termOf('rechnung', 'german'))
    expect(word?.forms).toContain(termOf('rechnungen', 'english'))
  })

  it('are also found joined to their neighbours in a short query', () => {
    expect(formsOf('time sheet')).toContain(termOf('timesheet', 'english'))
    expect(formsOf('kb 4012')).toContain('kb4012')
    expect(formsOf('response time of sev 1')).toContain('sev1')
    expect(formsOf('hn 2040 b')).toContain('hn2040b')
    expect(formsOf('time sheet 1,299.00')).toContain(termOf('timesheet', 'english'))
    expect(formsOf('call on duty')).toContain(termOf('onduty', 'english'))
    expect(formsOf('mein Urlaub Antrag')).toContain(termOf('urlaubsantrag', 'german'))
    expect(formsOf('how long is one time sheet kept here')).not.toContain(
      termOf('timesheet', 'english'),
    )
  })

  it('of a compound are also its parts in a short German query, half and without other spellings', () => {
    const { words } = analyzeQuery('Urlaubsantrag stellen')
    expect(words.map(({ text, spelling, count }) => [text, spelling === null, count])).toEqual([
      ['urlaubsantrag', false, 2],
      ['stellen', false, 2],
      ['urlaubs', true, 1],
      ['antrag', true, 1],
    ])
    expect(analyzeQuery('Urlaub').words).toMatchObject([{ count: 1 }])
    expect(analyzeQuery('Where is the Urlaubsantrag?').words).toHaveLength(1)
  })

  it('are also found joined as the name of a model in a long query', () => {
    const forms = formsOf('the second tray of the HN 2040 B has a paper jam since yesterday')
    expect(forms).toEqual(expect.arrayContaining(['hn2040', 'hn2040b']))
  })

  it('of an amount are the number and its unit, joined or not', () => {
    for (const query of [
      '5GB',
      '5 GB',
      '5 gb',
      'the mailbox of every colleague may have 5GB of data',
    ]) {
      const words = analyzeQuery(query).words.filter(({ forms }) => forms.includes('5gb'))
      expect(words.map(({ text }) => text)).toEqual(['5', 'gb'])
    }
    expect(wordsOf('2.4GHz')).toEqual(['2.4', '2', '4', 'ghz'])
    expect(formsOf('2.4GHz')).toContain('2.4ghz')
    expect(formsOf('at 9:30am')).toEqual(expect.arrayContaining(['9.30', '9.30am']))
    expect(wordsOf('2FA 4K S3')).toEqual(['2fa', '4k', 's3'])
  })

  it('of a longer name with an amount are its own', () => {
    expect(wordsOf('SSD-512GB-NVME')).toEqual(['ssd512gbnvme', 'ssd', '512gb', 'nvme'])
    expect(wordsOf('max_upload_25MB')).toEqual(['maxupload25mb', 'max', 'upload', '25mb'])
    expect(wordsOf('5GB/month')).toEqual(['5gbmonth', '5gb', 'month'])
  })

  it('are at most 32, the first ones', () => {
    const query = Array.from({ length: 500 }, (_, position) => `a${position}b`)
    expect(wordsOf(`zebra ${query.join(' ')}`)).toEqual(['zebra', ...query.slice(0, 31)])
  })
})

describe('phrases', () => {
  it('are the quoted parts of several words', () => {
    expect(analyzeQuery('"Connection refused" on „port 8080“ «à jour» "one"').phrases).toEqual([
      ['connection', 'refused'],
      ['port', '8080'],
      ['a', 'jour'],
    ])
    expect(analyzeQuery('"of 25MB"').phrases).toEqual([['of', '25mb']])
  })

  it('need both quotes', () => {
    expect(analyzeQuery('a 19" display and no end').phrases).toEqual([])
  })
})

it('R80 analyzes every query', () => {
  const texts = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('"', '“', '”', ' ', '\u202e', 'א', 'a', '\u0301', '🙂') }),
  )
  fc.assert(
    fc.property(texts, (query) => {
      const { words } = analyzeQuery(query)
      expect(words.length).toBeLessThanOrEqual(32)
      for (const { forms, count } of words) {
        expect(count).toBeGreaterThan(0)
        expect(forms).toEqual([...new Set(forms)])
      }
    }),
  )
})

it('analyzes the longest queries', () => {
  for (const unit of ['x', '"', '"a" ', 'a-', 'é', '会', '🙂', '\u0301', 'word ']) {
    const { words, phrases } = analyzeQuery(unit.repeat(2_000))
    expect(words.length).toBeLessThanOrEqual(32)
    expect(phrases.length).toBeLessThanOrEqual(2_000)
  }
})

const countOf = (query: string) =>
  analyzeQuery(query).words.reduce((sum, { count }) => sum + count, 0)

it('R91 bounds the words of a query whose characters mean several letters each', () => {
  expect(countOf('ﷺ')).toBe(4)
  expect(countOf('x '.repeat(1_000))).toBe(1_000)
  for (const query of ['ﷺ'.repeat(2_000), 'ﷺ '.repeat(1_000), '⑴'.repeat(2_000)])
    expect(countOf(query)).toBeLessThanOrEqual(2_000)
  expect(countOf(`${'🙂'.repeat(1_999)}x`)).toBe(1)
})
