import { describe, expect, it } from 'vitest'
import { analyzeDocument, analyzePassage, impactOf, type AnalyzedText } from './analyze-passage.ts'
import { detectLanguage } from './detect-language.ts'
import { termOf } from './stems/terms.ts'

const page: AnalyzedText = {
  title: '',
  externalId: '',
  heading: '',
  body: '',
  language: 'unknown',
}
const frequencyOf = (text: Partial<AnalyzedText>, word: string) =>
  analyzePassage({ ...page, ...text }).frequencies.get(word) ?? 0

describe('analyzePassage', () => {
  it('counts a word in title and heading more than in the text', () => {
    const term = termOf('toner', 'english')
    const title = frequencyOf({ title: 'Toner' }, term)
    const heading = frequencyOf({ heading: 'Toner' }, term)
    const body = frequencyOf({ body: 'Toner' }, term)
    expect(title).toBeGreaterThan(heading)
    expect(heading).toBeGreaterThan(body)
    expect(frequencyOf({ body: 'Toner, toner and toners' }, term)).toBe(3 * body)
  })

  it('uses the language of the document unless the passage is clearly in another one', () => {
    const german: Partial<AnalyzedText> = { language: 'german' }
    expect(frequencyOf({ ...german, body: 'Rechnungen' }, termOf('rechnung', 'german'))).toBe(1)
    expect(
      frequencyOf(
        { ...german, body: 'The policies are in the archive of the office.' },
        termOf('policy', 'english'),
      ),
    ).toBe(1)
  })

  it('counts the parts of a German noun half', () => {
    const german: Partial<AnalyzedText> = { language: 'german', body: 'Nachtschichtzuschläge' }
    for (const part of ['nacht', 'schicht', 'nachtschicht', 'zuschlag'])
      expect(frequencyOf(german, termOf(part, 'german'))).toBe(0.5)
    expect(frequencyOf({ ...german, body: 'bereitstellend' }, termOf('stelle', 'german'))).toBe(0)
    expect(frequencyOf({ ...german, language: 'french' }, termOf('zuschlag', 'german'))).toBe(0)
  })

  it('takes texts of unknown language for English', () => {
    expect(frequencyOf({ body: 'Policies' }, termOf('policy', 'english'))).toBe(1)
  })

  it('counts all words in the length', () => {
    expect(analyzePassage({ ...page, title: 'One two', body: 'Three four five.' }).length).toBe(5)
    expect(analyzePassage(page)).toEqual({ frequencies: new Map(), length: 0 })
  })
})

describe('analyzeDocument', () => {
  it('analyzes each passage in the language of the document', () => {
    const german = 'Die Rechnungen und die Verträge sind nicht in dem Archiv.'
    for (const texts of [
      [german, 'Anträge'],
      [german, 'The policies are in the archive of the office.', 'Anträge'],
      [german.repeat(400), 'Anträge'],
    ]) {
      const language = detectLanguage(['Archiv', ...texts].join('\n'))
      const passages = texts.map((text) => ({ heading: 'Ordner', text }))
      expect([...analyzeDocument({ title: 'Archiv', externalId: 'a/archiv', passages })]).toEqual(
        texts.map((body, ordinal) =>
          analyzePassage({
            title: 'Archiv',
            externalId: ordinal === 0 ? 'a/archiv' : '',
            heading: 'Ordner',
            body,
            language,
          }),
        ),
      )
    }
  })
})

describe('impactOf', () => {
  it('grows with the frequency, less and less, up to 255', () => {
    const impacts = [0, 1, 2, 3, 10, 100, 100_000].map((frequency) => impactOf(frequency, 150))
    expect(impacts).toEqual(impacts.toSorted((left, right) => left - right))
    expect(impacts[0]).toBe(0)
    expect(impacts[1]).toBe(116)
    expect(impacts.at(-1)).toBe(255)
  })

  it('is lower in a longer passage', () => {
    expect(impactOf(1, 50)).toBeGreaterThan(impactOf(1, 150))
    expect(impactOf(1, 150)).toBeGreaterThan(impactOf(1, 500))
  })
})
