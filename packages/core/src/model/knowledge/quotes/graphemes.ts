// Creating them is slow, and most commands need neither.
let graphemes: Intl.Segmenter | undefined
let sentences: Intl.Segmenter | undefined

// Scripts in which every UTF-16 code unit is a character as people see it.
const simple =
  /^[\n -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u3000-\u3029\u3041-\u3096\u30a1-\u30fe\u4e00-\u9fff]*$/

/** The characters of a text as people see them (graphemes). */
export type Graphemes = {
  /** The last boundary between characters at or before `at`. */
  readonly boundaryBefore: (at: number) => number
  /** The first boundary between characters at or after `at`. */
  readonly boundaryAfter: (at: number) => number
}

/** Finds boundaries between characters in a well-formed text. */
export function graphemesOf(text: string): Graphemes {
  if (simple.test(text)) return { boundaryBefore: (at) => at, boundaryAfter: (at) => at }
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  const segments = graphemes.segment(text)
  const around = (at: number): readonly [before: number, after: number] => {
    const grapheme = segments.containing(at)
    if (grapheme === undefined || grapheme.index === at) return [at, at]
    return [grapheme.index, grapheme.index + grapheme.segment.length]
  }
  return { boundaryBefore: (at) => around(at)[0], boundaryAfter: (at) => around(at)[1] }
}

/** Where sentences begin, and the length of the text. A line end also ends a sentence. */
export function sentenceBoundaries(text: string): readonly number[] {
  sentences ??= new Intl.Segmenter('en', { granularity: 'sentence' })
  return [...Array.from(sentences.segment(text), ({ index }) => index), text.length]
}
