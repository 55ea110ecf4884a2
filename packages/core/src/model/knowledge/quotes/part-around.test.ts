import { describe, expect, it } from 'vitest'
import { graphemesOf } from './graphemes.ts'
import { partAround } from './part-around.ts'

/** The part of a text around its first `#`. */
const partOf = (text: string, lengthMax: number) => {
  const at = text.indexOf('#')
  const part = partAround(
    text,
    { start: at, end: at + 1 },
    { lengthMax, graphemes: graphemesOf(text) },
  )
  return text.slice(part.start, part.end)
}
/** A sentence of a given length with the space after it. */
const sentence = (length: number, start = 'A') => `${start}${'x'.repeat(length - 3)}. `

describe('partAround', () => {
  it('has whole sentences: at most 120 characters before the match, then those after it', () => {
    const text = `${sentence(100, 'B')}${sentence(100, 'C')}# D. ${sentence(100, 'E')}${sentence(100, 'F')}${sentence(200, 'G')}`
    expect(partOf(text, 380)).toMatch(/^Cx+\. # D\. Ex+\. Fx+\.$/)
  })

  it('has sentences before the match if none is after it', () => {
    const text = `${sentence(100, 'A')}${sentence(100, 'B')}${sentence(100, 'C')}# D.`
    expect(partOf(text, 320)).toMatch(/^Ax+\. Bx+\. Cx+\. # D\.$/)
  })

  it('has a part of the next sentence if it would be short otherwise', () => {
    const words = 'word '.repeat(100)
    expect(partOf(`${words}. # B. ${words}`, 450)).toMatch(/^# B\. (?:word )+word$/)
    expect(partOf(`${words}. # B.`, 450)).toMatch(/^word (?:word )+\. # B\.$/)
  })

  it('has whole words of a sentence that does not fit, with the match in it', () => {
    const words = 'word '.repeat(200)
    const part = partOf(`${words}# ${words}`, 400)
    expect(part).toMatch(/^(?:word )+#(?: word)+$/)
    expect(part.indexOf('#')).toBeGreaterThan(60)
    expect(part.indexOf('#')).toBeLessThanOrEqual(120)
    expect(partOf(`# ${words}`, 400)).toMatch(/^# /)
    expect(partOf(`${words}#`, 400)).toMatch(/ #$/)
  })

  it('splits no character of a text without spaces', () => {
    const part = partOf(`${'👩‍👩‍👧'.repeat(100)}#${'👩‍👩‍👧'.repeat(100)}`, 400)
    expect(part).toMatch(/^(?:👩‍👩‍👧)+#(?:👩‍👩‍👧)+$/u)
    expect(part.length).toBeLessThanOrEqual(400)
  })

  it('splits a character with hundreds of marks, but no surrogate pair', () => {
    for (const mark of ['\u0301', '\u{e0101}']) {
      const part = partOf(`e${mark.repeat(500)}#${mark.repeat(500)}`, 399)
      expect(part).toContain('#')
      expect(part.isWellFormed()).toBe(true)
      expect(part.length).toBeGreaterThan(390)
    }
  })
})
