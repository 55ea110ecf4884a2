import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { pageLengthMax, textPage } from './document-page.ts'

/** All pages of a text, read as a client does. */
function pagesOf(text: string): readonly string[] {
  const pages: string[] = []
  for (let offset: number | null = 0; offset !== null;) {
    const page = textPage(text, offset)
    pages.push(page.text)
    offset = page.nextOffset
  }
  return pages
}

it('gives a short text as one page', () => {
  expect(textPage('', 0)).toEqual({ text: '', nextOffset: null })
  expect(textPage('🙂', 0)).toEqual({ text: '🙂', nextOffset: null })
  const full = 'x'.repeat(pageLengthMax)
  expect(textPage(full, 0)).toEqual({ text: full, nextOffset: null })
})

it('cuts before a character that would exceed the page', () => {
  const text = `${'x'.repeat(pageLengthMax - 1)}🙂y`
  expect(textPage(text, 0)).toEqual({
    text: 'x'.repeat(pageLengthMax - 1),
    nextOffset: pageLengthMax - 1,
  })
  expect(textPage(text, pageLengthMax - 1)).toEqual({ text: '🙂y', nextOffset: null })
})

it('begins at the start of the character that an offset is within', () => {
  expect(textPage('a🙂b', 2)).toEqual({ text: '🙂b', nextOffset: null })
  expect(textPage('a🙂b', 3)).toEqual({ text: 'b', nextOffset: null })
})

it('gives an empty page at the end of the text and beyond', () => {
  for (const offset of [2, 3, 2_000_000])
    expect(textPage('🙂', offset)).toEqual({ text: '', nextOffset: null })
})

it('joins to the whole text, in well-formed pages of limited length', () => {
  const part = fc.tuple(fc.constantFrom('x', '🙂', 'ü🙂', '🙂\n'), fc.nat(60_000))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
      const text = parts.map(([character, count]) => character.repeat(count)).join('')
      const pages = pagesOf(text)
      expect(pages.join('') === text).toBe(true)
      expect(pages.every((page) => page.length <= pageLengthMax && page.isWellFormed())).toBe(true)
    }),
    { numRuns: 30, seed: 5 },
  )
})
