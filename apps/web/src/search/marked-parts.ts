/** A part of a text, and whether it matched. */
export type Part = { readonly text: string; readonly isMarked: boolean }

/** Splits a text at its marks, which are in order and never overlap. Marks outside of it are left out. */
export function markedParts(
  text: string,
  marks: ReadonlyArray<{ readonly start: number; readonly end: number }>,
): readonly Part[] {
  const parts: Part[] = []
  let at = 0
  for (const { start, end } of marks) {
    if (start < at || end <= start || end > text.length) continue
    if (start > at) parts.push({ text: text.slice(at, start), isMarked: false })
    parts.push({ text: text.slice(start, end), isMarked: true })
    at = end
  }
  if (at < text.length) parts.push({ text: text.slice(at), isMarked: false })
  return parts
}

/** Only these addresses become links; any other is shown as text. */
export function linkOf(url: string): URL | null {
  // Browsers have `URL.parse` only since a year after the rest that the console needs.
  const parsed = URL.canParse(url) ? new URL(url) : null
  return parsed !== null && ['http:', 'https:'].includes(parsed.protocol) ? parsed : null
}
