import { graphemesOf } from './quotes/graphemes.ts'
import { tableColumns } from './table-columns.ts'

/** The unit of search: a passage of at most about 250 words under one heading. */
export type Chunk = {
  /**
   * The nearest heading above without its marks, after its parent headings that have no text of
   * their own; empty before the first heading. The names of the columns follow, if the text has a
   * part of a table.
   */
  readonly heading: string
  /** Empty only if the document has no words. */
  readonly text: string
}

const wordsPerChunk = 200
/** Limits a chunk whose text has few spaces: unspaced scripts, long codes. */
const charactersPerChunkMax = 2_400
/** A longer line is not a heading, because a heading is repeated in every chunk below it. */
const headingLengthMax = 300

/** A document with more chunks has too many headings for its text, and its sections are joined. */
const chunksMax = 5_000

type Size = { readonly words: number; readonly characters: number }

const sizeOf = (text: string): Size => ({
  words: text.match(/\S+/g)?.length ?? 0,
  characters: text.length,
})

const sum = (left: Size, right: Size): Size => ({
  words: left.words + right.words,
  characters: left.characters + right.characters,
})

const fitsIntoChunk = ({ words, characters }: Size): boolean =>
  words <= wordsPerChunk && characters <= charactersPerChunkMax

/** Larger than any chunk, so that the first piece begins one. */
const full: Size = { words: Infinity, characters: Infinity }

/**
 * Splits a body at headings and paragraphs into chunks of about 200 words. Every word is in exactly
 * one chunk or heading, in order. If that makes more than 5,000 chunks, short sections share one. A body without words
 * gives one empty chunk, so that the document is still found by its title.
 */
export function chunksOf(body: string): readonly Chunk[] {
  const chunks = sectionsOf(body).flatMap(chunksOfSection)
  if (chunks.length === 0) return [{ heading: '', text: '' }]
  return chunks.length > chunksMax ? joined(chunks) : chunks
}

/** Joins neighbours up to the size of a chunk. A heading inside of a chunk is a line of its text. */
function joined(chunks: readonly Chunk[]): readonly Chunk[] {
  const texts: { readonly heading: string; readonly pieces: string[] }[] = []
  let [heading, size] = ['', full]
  for (const chunk of chunks) {
    const isContinued = chunk.heading === heading || chunk.heading === ''
    const piece = isContinued ? chunk.text : `${chunk.heading}\n${chunk.text}`
    heading = chunk.heading
    size = sum(size, sizeOf(piece))
    if (fitsIntoChunk(size)) {
      texts.at(-1)?.pieces.push(piece)
    } else {
      texts.push({ heading, pieces: [chunk.text] })
      size = sizeOf(chunk.text)
    }
  }
  return texts.map(({ pieces, ...under }) => ({ ...under, text: pieces.join('\n\n') }))
}

/** Text that fits into a chunk, with the names of the columns if it is a part of a table, else null. */
type Piece = { readonly text: string; readonly columns: string | null }

/** A heading and the text up to the next one, in pieces. */
type Section = { heading: string; readonly pieces: Piece[] }

/** A heading that directly follows another one continues it, within the limit of its length. */
function sectionsOf(body: string): readonly Section[] {
  let section: Section = { heading: '', pieces: [] }
  const sections = [section]
  for (const { kind, text } of blocksOf(body)) {
    if (kind === 'paragraph') {
      section.pieces.push(...piecesOf(text))
      continue
    }
    const path = `${section.heading} › ${text}`
    if (isWithoutText(section) && path.length <= headingLengthMax) {
      section.heading = path
    } else {
      section = { heading: text, pieces: [] }
      sections.push(section)
    }
  }
  return sections
}

const isWithoutText = ({ heading, pieces }: Section): boolean =>
  heading !== '' && pieces.length === 0

function chunksOfSection(section: Section): readonly Chunk[] {
  const { heading, pieces } = section
  // The heading becomes text, so that a result has something to show.
  if (isWithoutText(section)) return [{ heading: '', text: heading }]
  const texts: { columns: string | null; readonly pieces: string[] }[] = []
  let size = full
  for (const { text, columns } of pieces) {
    size = sum(size, sizeOf(text))
    const last = texts.at(-1)
    if (last !== undefined && fitsIntoChunk(size)) {
      last.pieces.push(text)
      last.columns ??= columns
    } else {
      texts.push({ columns, pieces: [text] })
      size = sizeOf(text)
    }
  }
  return texts.map((chunk) => ({
    heading: withColumns(heading, chunk.columns),
    text: chunk.pieces.join('\n\n'),
  }))
}

function withColumns(heading: string, columns: string | null): string {
  if (columns === null) return heading
  const path = heading === '' ? columns : `${heading} › ${columns}`
  return path.length <= headingLengthMax ? path : columns
}

type Block = { readonly kind: 'heading' | 'paragraph'; readonly text: string }

function* blocksOf(body: string): Generator<Block> {
  let lines: string[] = []
  for (const line of `${body}\n\n`.split(/\r?\n/)) {
    const heading =
      line.length > headingLengthMax
        ? undefined
        : /^#{1,6}\s+(?<text>\S.*)$/.exec(line)?.groups?.['text']
    if (heading !== undefined || line.trim() === '') {
      if (lines.length > 0) yield { kind: 'paragraph', text: lines.join('\n') }
      lines = []
    } else {
      lines.push(line.trimEnd())
    }
    if (heading !== undefined)
      yield { kind: 'heading', text: heading.replace(/\s+#+\s*$/, '').trim() }
  }
}

/** A paragraph, split between words if it is longer than a chunk. */
function* piecesOf(paragraph: string): Generator<Piece> {
  let rest = paragraph
  const columns = cutOf(rest) < rest.length ? tableColumns(paragraph) : null
  for (let cut = cutOf(rest); cut < rest.length; cut = cutOf(rest)) {
    const piece = rest.slice(0, cut).trimEnd()
    if (piece !== '') yield { text: piece, columns }
    rest = rest.slice(cut).trimStart()
  }
  if (rest.trim() !== '') yield { text: rest, columns }
}

/** Where to split a text: after its last sentence within the limits, else after its last word. */
function cutOf(text: string): number {
  const start = text.slice(0, charactersPerChunkMax)
  const end = endOfWord(start, wordsPerChunk)
  if (end === text.length) return end
  const within = start.slice(0, end)
  const sentence = Math.max(...sentenceEnds.map((sign) => within.lastIndexOf(sign)))
  if (sentence > end / 2) return sentence + 1
  const blank = lastBlankIn(within)
  if (blank > 0) return blank
  return characterBefore(text, end)
}

/** Where a sentence ends, also in scripts without blanks. */
const sentenceEnds = ['. ', '\n', '。', '！', '？']

/** The last place at or before `at` between two characters as people see them, unless that is far before. */
function characterBefore(text: string, at: number): number {
  const graphemes = graphemesOf(text.slice(0, at + graphemeLengthMax).toWellFormed())
  const boundary = graphemes.boundaryBefore(at)
  if (at - boundary <= graphemeLengthMax) return boundary
  // Never inside a surrogate pair.
  return /[\uD800-\uDBFF]$/.test(text.slice(0, at)) ? at - 1 : at
}
const graphemeLengthMax = 100

/** Backwards, because a regular expression would look ahead from each blank. */
function lastBlankIn(text: string): number {
  let at = text.length - 1
  while (at >= 0 && text.charAt(at).trim() !== '') at -= 1
  return at
}

function endOfWord(text: string, count: number): number {
  const words = /\S+/g
  for (let seen = 0; seen < count; seen += 1) if (words.exec(text) === null) return text.length
  return words.lastIndex
}
