import { keptParagraphs } from '../running-heads.ts'
import { withDividedWordsJoined } from './divided-words.ts'
import { dottedLine, type Paragraph } from './flow-paragraphs.ts'
import { comparableHeading, type OutlineEntry } from './pdf-headings.ts'

/** A line of a table of contents, which repeats the headings, without dots. */
const numberedLine = /^(?<heading>.+?)\s\|\s(?:\d{1,4}|[ivxlc]+)$/
const contentsLinesMin = 3

/**
 * The paragraphs of all pages, without heads and feet that are repeated, numbers of pages, and lines of a table of contents.
 * A paragraph goes on over the end of its page.
 */
export function pdfParagraphs(
  pages: readonly (readonly Paragraph[])[],
  outline: readonly OutlineEntry[],
): readonly Paragraph[] {
  const kept = keptParagraphs(pages.map((page) => page.map(({ text }) => text)))
  const paragraphs: Paragraph[] = []
  for (const [at, page] of pages.entries()) {
    const shown = page.filter((_, place) => kept[at]!.has(place))
    for (const [place, paragraph] of shown.entries()) {
      const before = paragraphs.at(-1)
      if (place === 0 && before !== undefined && goesOn(before, paragraph))
        paragraphs[paragraphs.length - 1] = { ...before, text: joined(before.text, paragraph.text) }
      else paragraphs.push(paragraph)
    }
  }
  return withWholeWords(withoutContents(paragraphs, outline))
}

const goesOn = (before: Paragraph, next: Paragraph): boolean =>
  Math.abs(before.size - next.size) < 0.5 &&
  /[\p{L},-]$/u.test(before.text) &&
  /^\p{Ll}/u.test(next.text)

const joined = (before: string, next: string): string =>
  before.endsWith('-') ? `${before}\u00AD${next}` : `${before} ${next}`

function withoutContents(
  paragraphs: readonly Paragraph[],
  outline: readonly OutlineEntry[],
): readonly Paragraph[] {
  const headings = new Set(outline.map(({ title }) => comparableHeading(title)))
  const isOfContents = (line: string) =>
    dottedLine.test(line) ||
    headings.has(comparableHeading(numberedLine.exec(line)?.groups?.['heading'] ?? ''))
  const texts = paragraphs.map(({ text }) => text.split('\n').filter((line) => !isOfContents(line)))
  const left = paragraphs.flatMap((paragraph, at) =>
    texts[at]!.length === 0 ? [] : [{ ...paragraph, text: texts[at]!.join('\n') }],
  )
  return linesOf(paragraphs) - linesOf(left) < contentsLinesMin ? paragraphs : left
}

const linesOf = (paragraphs: readonly Paragraph[]): number =>
  paragraphs.reduce((sum, { text }) => sum + text.split('\n').length, 0)

function withWholeWords(paragraphs: readonly Paragraph[]): readonly Paragraph[] {
  const texts = withDividedWordsJoined(paragraphs.map(({ text }) => text))
  return paragraphs.map((paragraph, at) => ({ ...paragraph, text: texts[at]! }))
}
