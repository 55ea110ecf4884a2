import { titleText } from '../readable-text.ts'

/** What programs write as the title of a file. */
const nameOfFile =
  /^Microsoft (?:Excel|PowerPoint|Word)\b|[^\s.]\.(?:docx?|dotx?|odt|rtf|pdf|pptx?|odp|xlsx?|ods|indd|tex|html?|txt)$/i

/**
 * The title that a PDF states, if its first pages have most of its words: programs also keep the name of a file or of a
 * template there. Null otherwise.
 */
export function statedTitle(stated: string | null, firstText: string): string | null {
  const title = titleText(stated ?? '')
  if (title === null || nameOfFile.test(title)) return null
  const shown = new Set(wordsOf(firstText))
  const words = wordsOf(title)
  return words.length > 0 && words.filter((word) => shown.has(word)).length * 2 > words.length
    ? title
    : null
}

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []
