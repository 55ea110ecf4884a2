import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { snippetLengthMax } from './search-result.ts'
import { snippetOf } from './snippet.ts'

const filler = 'Many other matters are described here at some length. '

const around = (word: string) => `${filler.repeat(15)}Here: ${word}. ${filler.repeat(15)}`

describe('snippetOf', () => {
  it('is the whole passage on one line if it is short', () => {
    expect(snippetOf('  One\n\ntwo\tthree. ', ['two'])).toBe('One two three.')
    expect(snippetOf('', ['two'])).toBe('')
  })

  it('is the start of the passage if nothing matches', () => {
    const snippet = snippetOf(filler.repeat(20), ['toner'])
    expect(filler.repeat(20)).toContain(snippet.replace(/ …$/, ''))
    expect(snippet).toMatch(/^Many other matters/)
  })

  it('shows the part with the most different matched words, and marks omitted text', () => {
    const passage = `Toner. ${filler.repeat(12)}Every toner cartridge costs 40. ${filler.repeat(12)}Cartridges.`
    const snippet = snippetOf(passage, ['toner', 'cartridg'])
    expect(snippet).toContain('Every toner cartridge costs 40.')
    expect(snippet).toMatch(/^… .* …$/)
  })

  it('matches any inflection, case and accent of a stem, and no longer word', () => {
    for (const { word, stem } of [
      { word: 'Printers', stem: 'printer' },
      { word: 'policies', stem: 'polici' },
      { word: 'POLICY', stem: 'polici' },
      { word: 'Malmö', stem: 'malmo' },
      { word: 'approved', stem: 'approv' },
    ]) {
      expect(snippetOf(around(word), [stem])).toContain(`Here: ${word}`)
    }
    expect(snippetOf(around('printmakers'), ['print'])).not.toContain('Here')
  })

  it('keeps its length limit, splits no character, and has no control characters, for any passage', () => {
    const units = fc.constantFrom(
      'toner',
      ' ',
      '. ',
      'x'.repeat(60),
      '🙂',
      '会',
      '\u0301',
      '\n',
      '\u0000',
      '\u001b',
      'é',
    )
    const passages = fc.array(units, { maxLength: 600 }).map((some) => some.join(''))
    fc.assert(
      fc.property(passages, fc.subarray(['toner', 'x', 'e', '会']), (passage, stems) => {
        const snippet = snippetOf(passage, stems)
        expect(snippet.length).toBeLessThanOrEqual(snippetLengthMax)
        expect(snippet.isWellFormed()).toBe(true)
        expect(snippet).not.toMatch(/\p{Cc}/u)
        const quoted = snippet.replace(/^… /, '').replace(/ …$/, '')
        expect(passage.replaceAll(/[\s\p{Cc}]+/gu, ' ')).toContain(quoted)
      }),
      { numRuns: 500 },
    )
  })
})
