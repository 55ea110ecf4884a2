import type { Block } from '../body-builder.ts'
import type { Paragraph } from './flow-paragraphs.ts'

/** An entry of the outline that a PDF has of itself, with its depth from 1. */
export type OutlineEntry = { readonly title: string; readonly depth: number }

const levelMax = 6
/** Longer text is a paragraph, also if it is large. */
const headingLengthMax = 250
/** How much larger than the text a heading is, and how much of all text may be as large. */
const largerMin = 1.12
const largeShareMax = 0.3
/** The share of the outline that the text has at least. */
const foundShareMin = 0.5

/**
 * Finds the headings among the paragraphs of a PDF: those that its outline names, if the text has most of them, or else
 * those in larger letters than the text.
 */
export function pdfHeadings(
  paragraphs: readonly Paragraph[],
  outline: readonly OutlineEntry[],
): readonly Block[] {
  const bySize = levelsBySize(paragraphs)
  const named = levelsByOutline(paragraphs, outline, bySize)
  const levels = named.size > 0 ? named : bySize
  return paragraphs.map((paragraph) => {
    const level = levels.get(paragraph) ?? null
    return { level, text: level === null ? paragraph.text : onOneLine(paragraph.text) }
  })
}

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

type Levels = ReadonlyMap<Paragraph, number>

/** The larger the letters, the higher the heading. */
function levelsBySize(paragraphs: readonly Paragraph[]): Levels {
  const letters = new Map<number, number>()
  for (const { size, text } of paragraphs)
    letters.set(roundedSize(size), (letters.get(roundedSize(size)) ?? 0) + text.length)
  const [usual = 0] = [...letters].toSorted((one, other) => other[1] - one[1])[0] ?? []
  const all = letters.values().reduce((sum, count) => sum + count, 0)
  const larger = [...letters].filter(([size]) => size >= usual * largerMin)
  const isReliable = larger.reduce((sum, [, count]) => sum + count, 0) <= largeShareMax * all
  const headings = isReliable ? paragraphs.filter((one) => isLarger(one, usual)) : []
  const sizes = [...new Set(headings.map(({ size }) => roundedSize(size)))].toSorted(
    (one, other) => other - one,
  )
  return new Map(
    headings.map((heading) => [
      heading,
      Math.min(sizes.indexOf(roundedSize(heading.size)) + 1, levelMax),
    ]),
  )
}

const roundedSize = (size: number): number => Math.round(size * 2) / 2

const isLarger = ({ size, text }: Paragraph, usual: number): boolean =>
  roundedSize(size) >= usual * largerMin && text.length <= headingLengthMax && /\p{L}/u.test(text)

/** Empty if the text has few of the entries. The largest text above the first of them is the title. */
function levelsByOutline(
  paragraphs: readonly Paragraph[],
  outline: readonly OutlineEntry[],
  bySize: Levels,
): Levels {
  const places = new Map<string, number[]>()
  for (const [at, { text }] of paragraphs.entries()) {
    if (text.length > headingLengthMax) continue
    const key = comparableHeading(text)
    places.set(key, [...(places.get(key) ?? []), at])
  }
  const found: { readonly at: number; readonly depth: number }[] = []
  for (const { title, depth } of outline) {
    const after = found.at(-1)?.at ?? -1
    const [at] = (places.get(comparableHeading(title)) ?? [])
      .filter((place) => place > after)
      .toSorted((one, other) => paragraphs[other]!.size - paragraphs[one]!.size)
    if (at !== undefined) found.push({ at, depth })
  }
  const [first] = found
  if (first === undefined || found.length < foundShareMin * outline.length) return new Map()
  const title = titleAbove(paragraphs, first.at, bySize)
  const levels = new Map<Paragraph, number>()
  if (title !== undefined) levels.set(title, 1)
  for (const { at, depth } of found)
    levels.set(paragraphs[at]!, Math.min(depth + (title === undefined ? 0 : 1), levelMax))
  return levels
}

function titleAbove(
  paragraphs: readonly Paragraph[],
  at: number,
  bySize: Levels,
): Paragraph | undefined {
  const [largest] = paragraphs
    .slice(0, at)
    .filter((paragraph) => bySize.get(paragraph) !== undefined)
    .toSorted((one, other) => other.size - one.size)
  return largest !== undefined && largest.size >= paragraphs[at]!.size ? largest : undefined
}

/** Without its number and the way it is written, which an outline may not have. */
export const comparableHeading = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(
      /^\s*(?:(?:chapter|kapitel|section|abschnitt|appendix|anhang|teil|part)\s)?[\divx]*(?:\.?\d+)*[.:)]?\s+/u,
      '',
    )
    .replace(/[^\p{L}\p{N}]+/gu, '')
