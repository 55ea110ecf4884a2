/** Stands after the hyphen of a word that is divided at the end of a line. */
export const division = '\u00AD'

const dividedWord = /(?<start>[\p{L}\p{M}]+)-\u00AD(?<end>[\p{L}\p{M}]+)/gu

/**
 * Joins words that were divided at the ends of lines. The hyphen goes if the document has the word without it elsewhere;
 * otherwise it stays, because the word may have one, and search finds both.
 */
export function withDividedWordsJoined(texts: readonly string[]): readonly string[] {
  if (!texts.some((text) => text.includes(`-${division}`))) return texts
  const words = new Set<string>()
  for (const text of texts)
    for (const [word] of text.matchAll(/[\p{L}\p{M}]+/gu)) words.add(word.toLowerCase())
  return texts.map((text) =>
    text
      .replaceAll(dividedWord, (written, start: string, end: string) =>
        words.has((start + end).toLowerCase()) ? start + end : written,
      )
      .replaceAll(division, ''),
  )
}
