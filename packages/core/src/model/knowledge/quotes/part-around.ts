import { sentenceBoundaries, type Graphemes } from './graphemes.ts'
import type { Mark } from './occurrences.ts'

type Limits = { readonly lengthMax: number; readonly graphemes: Graphemes }

/** How much text is shown before the match, if there is a choice. */
const leadLength = 120
/** A shorter part is filled with a part of the next sentence. */
const wholeSentencesLengthMin = 300
/** A longer character, with hundreds of combining marks, is split. */
const graphemeLengthMax = 100
/** How far to look for a gap between words. */
const wordLengthMax = 40

/** At most `lengthMax` of a text with `core` in it: whole sentences if they fit, else whole words. */
export function partAround(text: string, core: Mark, limits: Limits): Mark {
  const { lengthMax, graphemes } = limits
  const { start, end } = sentencesAround(text, core, limits)
  const latest = start + Math.min(text.slice(start, end).trimEnd().length, lengthMax)
  const [first, last] = [graphemes.boundaryAfter(start), graphemes.boundaryBefore(latest)]
  return {
    start: first - start <= graphemeLengthMax ? first : start + (isInPair(text, start) ? 1 : 0),
    end: latest - last <= graphemeLengthMax ? last : latest - (isInPair(text, latest) ? 1 : 0),
  }
}

/** Whether `at` is between the two code units of a code point. */
const isInPair = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00

function sentencesAround(text: string, core: Mark, limits: Limits): Mark {
  const { lengthMax } = limits
  const at = sentenceBoundaries(text)
  let first = at.findLastIndex((boundary) => boundary <= core.start)
  let last = at.findIndex((boundary) => boundary >= core.end)
  const fits = (from: number, to: number) =>
    from >= 0 && to < at.length && at[to]! - at[from]! <= lengthMax
  if (!fits(first, last)) return wordsAround(text, at[first]!, core, lengthMax)
  while (fits(first - 1, last) && core.start - at[first - 1]! <= leadLength) first -= 1
  while (fits(first, last + 1)) last += 1
  while (fits(first - 1, last)) first -= 1
  const [start, end] = [at[first]!, at[last]!]
  if (end - start >= wholeSentencesLengthMin) return { start, end }
  return end < text.length
    ? { start, end: endOfWord(text, start + lengthMax, core.end) }
    : { start: startOfWord(text, end - lengthMax, core.start), end }
}

function wordsAround(text: string, sentence: number, core: Mark, lengthMax: number): Mark {
  const earliest = Math.max(
    0,
    Math.min(
      Math.max(core.start - leadLength, core.end - lengthMax),
      core.start,
      text.length - lengthMax,
    ),
  )
  const start =
    core.end - sentence <= lengthMax - leadLength
      ? sentence
      : startOfWord(text, earliest, core.start)
  return { start, end: endOfWord(text, start + lengthMax, core.end) }
}

const gap = /[ \n]/g

/** The first start of a word from `earliest` on and before `latest`, if it is near. */
function startOfWord(text: string, earliest: number, latest: number): number {
  if (earliest === 0) return 0
  gap.lastIndex = earliest - 1
  const found = gap.exec(text)?.index
  return found !== undefined && found < Math.min(latest, earliest + wordLengthMax)
    ? found + 1
    : earliest
}

/** The last end of a word up to `latest` and from `earliest` on, if it is near. */
function endOfWord(text: string, latest: number, earliest: number): number {
  if (latest >= text.length) return text.length
  const found = Math.max(text.lastIndexOf(' ', latest), text.lastIndexOf('\n', latest))
  return found >= Math.max(earliest, latest - wordLengthMax) ? found : latest
}
