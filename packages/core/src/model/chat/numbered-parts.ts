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
 * All parts with their numbers, including those already posted; or why nothing may be posted: the answer was replaced, or is
 * complete.
 */
export function numberedParts(
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
