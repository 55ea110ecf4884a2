/** An answer as far as its parts are numbered: what replaces an earlier answer has the numbers after its parts. */
export type NumberedAnswer = {
  readonly parts: readonly string[]
  readonly replaces?: { readonly partsCount: number; readonly onlyIfBegun?: boolean } | undefined
}
/** A part, and its number in the thread. */
export type AnswerPart = { readonly number: number; readonly markdown: string }

const firstPartOf = ({ replaces }: NumberedAnswer): number => replaces?.partsCount ?? 0

/** The number after the last part. */
export const partsEndOf = (answer: NumberedAnswer): number =>
  firstPartOf(answer) + answer.parts.length

/**
 * The parts of an answer, of which those that are `posted` stay; or why there is nothing to post. Of an answer that was
 * replaced, or is complete, nothing more is posted.
 */
export function partsToPost(
  answer: NumberedAnswer,
  posted: ReadonlySet<number>,
): 'posted' | 'not_begun' | readonly AnswerPart[] {
  const { parts, replaces } = answer
  const first = firstPartOf(answer)
  if (replaces === undefined) {
    const isReplaced = [...posted].some((number) => number >= parts.length)
    if (isReplaced) return 'posted'
  } else {
    const earlier = Array.from({ length: first }, (_, number) => posted.has(number))
    if (replaces.onlyIfBegun === true && !earlier.includes(true)) return 'not_begun'
    if (!earlier.includes(false)) return 'posted'
  }
  return parts.map((markdown, place) => ({ number: first + place, markdown }))
}
