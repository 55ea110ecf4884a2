import type { AnalyzedQuery } from '../analysis/analyze-query.ts'
import { languageOf } from '../analysis/detect-language.ts'
import { placedTokensIn } from '../analysis/tokens/tokens.ts'
import { graphemesOf, type Graphemes } from './graphemes.ts'
import { nearestPart } from './nearest-part.ts'
import { occurrencesOf, type Mark } from './occurrences.ts'
import { partAround } from './part-around.ts'
import { similarWordMatcher, wordMatcher } from './word-matcher.ts'
import { snippetLengthMax } from '../search-result.ts'

/** The part of a passage that a result shows. */
export type Quote = {
  /** Plain text on one line, at most `snippetLengthMax` UTF-16 code units. */
  readonly snippet: string
  /**
   * Where the snippet has words of the query: in order, never overlapping, at most
   * `marksPerSnippetMax`.
   */
  readonly marks: readonly Mark[]
}

export const marksPerSnippetMax = 100

/** The dots on both sides. */
const dotsLength = 4

/**
 * Quotes the part of a passage with the most different words of the query, nearest together: whole
 * sentences if they fit, else whole words. A character as people see it is never split, unless it
 * has hundreds of combining marks. Without a match it is the start of the passage. Dots mark omitted
 * text. A passage that fits into `snippetMax` is quoted whole, without rows of marks such as `-----`.
 */
export function quote(
  query: AnalyzedQuery,
  passage: string,
  snippetMax: number = snippetLengthMax,
): Quote {
  const lengthMax = snippetMax - dotsLength
  const text = withoutLineWraps(passage)
  const tokens = placedTokensIn(text)
  const language = languageOf(tokens.map(({ token }) => token))
  const exact = occurrencesOf(text, tokens, wordMatcher(query, language))
  const occurrences =
    exact.length > 0 ? exact : occurrencesOf(text, tokens, similarWordMatcher(query))
  const graphemes = graphemesOf(onOneLine(text))
  const whole = { start: 0, end: text.length }
  const part =
    text.length <= snippetMax
      ? whole
      : partAround(text, nearestPart(occurrences, lengthMax), { lengthMax, graphemes })
  const shown = text.startsWith(rowMark, part.start)
    ? { ...part, start: part.start + rowMark.length }
    : part
  const before = shown.start > 0 ? '… ' : ''
  const after = shown.end < text.length ? ' …' : ''
  return {
    snippet: `${before}${onOneLine(text.slice(shown.start, shown.end))}${after}`,
    marks: marksWithin(occurrences, shown, before.length - shown.start, graphemes),
  }
}

/** Before a row of a table after another one. On one line, their cells would run together. */
const rowMark = '· '

/**
 * Single spaces, and line ends only where a paragraph, an item of a list or a row of a table ends. Rows of marks end a
 * paragraph.
 */
const withoutLineWraps = (passage: string): string =>
  withoutMarkRows(passage.toWellFormed())
    .replaceAll(longGap, (gap, at: number, text: string) => {
      const lines = gap.split('\n').length - 1
      const end = at + gap.length
      if (lines === 1 && isRow(text, at - 1) && isRow(text, end)) return `\n${rowMark}`
      return lines > 1 || (lines === 1 && beginsItem(text, end)) ? '\n' : ' '
    })
    .trim()

/** Whether the line with this place is a row of a table, as imports write it. */
function isRow(text: string, at: number): boolean {
  const end = text.indexOf('\n', at)
  const line = text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? text.length : end)
  return line.includes(' | ')
}

/** Lines of marks alone, which divide a text or draw the borders of a table. */
const markRow = /^(?=.*[-=+~^*_#]{4})[-=+~^*_#|:. \t]+$/gm
const withoutMarkRows = (text: string): string =>
  /[-=+~^*_#]{4}/.test(text) ? text.replaceAll(markRow, '\n') : text

/** All but a single space. */
const longGap = / [\s\p{Cc}]+|[^\S ][\s\p{Cc}]*|\p{Cc}[\s\p{Cc}]*/gu

const listMark = /(?:[-*•]|\d{1,3}[.)])\s/y
function beginsItem(text: string, at: number): boolean {
  listMark.lastIndex = at
  return listMark.test(text)
}

/** Of the same length, so that offsets stay valid. */
const onOneLine = (text: string): string => text.replaceAll('\n', ' ')

/** The marks of a part, moved by `shift`. */
function marksWithin(
  occurrences: readonly Mark[],
  shown: Mark,
  shift: number,
  graphemes: Graphemes,
): readonly Mark[] {
  const marks: Mark[] = []
  for (const occurrence of occurrences) {
    const start = Math.max(graphemes.boundaryBefore(occurrence.start), shown.start) + shift
    const end = Math.min(graphemes.boundaryAfter(occurrence.end), shown.end) + shift
    if (end <= start || start < (marks.at(-1)?.end ?? 0)) continue
    if (marks.length === marksPerSnippetMax) break
    marks.push({ start, end })
  }
  return marks
}
