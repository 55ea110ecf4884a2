import { snippetLengthMax } from './search-result.ts'
import { foldWord } from './words.ts'

/**
 * How much longer than its stem an inflected word may be: `configure` for `configur`, `printers`
 * for `printer`.
 */
const inflectionLengthMax = 4
/** How much text is shown before the first match. */
const leadLength = 120

type Match = { readonly at: number; readonly end: number; readonly stem: string }

/**
 * The part of a passage with the most matched words: plain text on one line, at most
 * `snippetLengthMax` characters. `stems` are folded word beginnings. Without a match it is the
 * start of the passage. Dots mark omitted text.
 */
export function snippetOf(passage: string, stems: readonly string[]): string {
  const text = passage.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  if (text.length <= snippetLengthMax) return text
  const window = snippetLengthMax - 4
  const from = startOf(text, bestMatchAt(matchesOf(text, stems), window - leadLength), window)
  const to = endOf(text, from + window)
  return `${from > 0 ? '… ' : ''}${text.slice(from, to).trim()}${to < text.length ? ' …' : ''}`
}

function matchesOf(text: string, stems: readonly string[]): readonly Match[] {
  if (stems.length === 0) return []
  const matches: Match[] = []
  for (const word of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const folded = foldWord(word[0])
    const stem = stems.find((candidate) => isInflection(folded, candidate))
    if (stem !== undefined) matches.push({ at: word.index, end: word.index + word[0].length, stem })
  }
  return matches
}

/** English stems end in `i` where the word has `y` or `ies`: `polici`, `happi`. */
function isInflection(word: string, stem: string): boolean {
  const root = stem.length > 3 && stem.endsWith('i') ? stem.slice(0, -1) : stem
  return (
    word.startsWith(root) &&
    word.length - root.length <= (root.length > 2 ? inflectionLengthMax : 0)
  )
}

/** Start of the part with the most different matched words, then with the most words. */
function bestMatchAt(matches: readonly Match[], length: number): number {
  let best = { at: 0, distinct: 0, count: 0 }
  const inside = new Map<string, number>()
  let last = 0
  for (const [first, { at, stem }] of matches.entries()) {
    for (; last < matches.length && matches[last]!.end <= at + length; last += 1) {
      inside.set(matches[last]!.stem, (inside.get(matches[last]!.stem) ?? 0) + 1)
    }
    const [distinct, count] = [inside.size, last - first]
    if (distinct > best.distinct || (distinct === best.distinct && count > best.count))
      best = { at, distinct, count }
    const left = (inside.get(stem) ?? 0) - 1
    if (left > 0) inside.set(stem, left)
    else inside.delete(stem)
  }
  return best.at
}

/** Start of the snippet so that the match is visible: at its sentence, else at a word. */
function startOf(text: string, match: number, window: number): number {
  const earliest = Math.max(0, Math.min(match - leadLength, text.length - window))
  if (earliest === 0) return 0
  const sentence = text.slice(earliest, match).search(/[.!?] /)
  if (sentence >= 0) return earliest + sentence + 2
  const blank = text.indexOf(' ', earliest)
  if (blank >= 0 && blank < match) return blank + 1
  return isLowSurrogate(text, earliest) ? earliest + 1 : earliest
}

function endOf(text: string, latest: number): number {
  if (latest >= text.length) return text.length
  const blank = text.lastIndexOf(' ', latest)
  if (blank > latest - 40) return blank
  return isLowSurrogate(text, latest) ? latest - 1 : latest
}

const isLowSurrogate = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00
