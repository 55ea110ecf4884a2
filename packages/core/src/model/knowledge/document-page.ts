/** A part of a text, and where the next one begins: null after the last. Both in UTF-16 code units. */
export type TextPage = { readonly text: string; readonly nextOffset: number | null }

export const pageLengthMax = 50_000

/**
 * The part of the text from an offset, cut between characters. An offset within a character means
 * its start; one beyond the text gives an empty page.
 */
export function textPage(text: string, offset: number): TextPage {
  const start = characterStart(text, offset)
  const end = characterStart(text, start + pageLengthMax)
  return { text: text.slice(start, end), nextOffset: end < text.length ? end : null }
}

/** The position, or the one before if it is between the halves of a surrogate pair. */
const characterStart = (text: string, position: number): number =>
  (text.codePointAt(position - 1) ?? 0) > 0xffff ? position - 1 : position
