/** How many lines at the top and at the bottom of a page may be repeated on others. */
const edgeLines = 4

/** A line with nothing but the number of its page, as in `- 7 -`, `Page 7 of 12` and `Seite 7`. */
const pageNumber = /^\W*(?:\p{L}+\.?\s)?\W*\d+(?:\s?(?:\/|\p{L}+)\s?\d+)?\W*$/u

/**
 * The text of pages that end with a form feed, as programs write the text of a PDF: without the lines at the top and at
 * the bottom that come again on other pages, except for the first time. Numbers of pages are left out. A sentence goes on
 * over the end of its page. Any other text stays as it is.
 */
export function withoutRunningHeads(text: string): string {
  if (!text.includes('\f')) return text
  const pages = text
    .split('\f')
    .map((page) => page.split('\n').map((line) => line.trimEnd()))
    .map(withoutBlankEdges)
    .filter((page) => page.length > 0)
  const counts = new Map<string, number>()
  for (const [at, page] of pages.entries())
    for (const key of new Set(edgesOf(page).flatMap((line) => keysOf(line, at))))
      counts.set(key, (counts.get(key) ?? 0) + 1)
  const countMin = Math.max(2, pages.length * shareMin)
  const seen = new Set<string>()
  const shown = pages.map((page, at) => {
    const repeated = (line: string) =>
      keysOf(line, at).filter((key) => (counts.get(key) ?? 0) >= countMin)
    const isLeftOut = (line: string) => {
      const keys = repeated(line)
      return keys.length > 0 && (pageNumber.test(line) || keys.some((key) => seen.has(key)))
    }
    const rest = withoutEdges(page, isLeftOut)
    for (const key of edgesOf(page).flatMap(repeated)) seen.add(key)
    return rest
  })
  return joined(shown.filter((page) => page.length > 0))
}

/** Left and right pages may have heads of their own. */
const shareMin = 0.4

const edgesOf = (page: readonly string[]): readonly string[] =>
  [...page.slice(0, edgeLines), ...page.slice(edgeLines).slice(-edgeLines)].filter(
    (line) => line !== '',
  )

/** A line is the same on another page if at most one number in it grows with the pages. A longer line is no head. */
function keysOf(line: string, page: number): readonly string[] {
  if (line.length > headLengthMax) return []
  const words = line.replace(/\s+/g, ' ').trim()
  const numbers = [...words.matchAll(/\d{1,4}/g)]
  if (numbers.length > headNumbersMax) return [words]
  return [
    words,
    ...numbers.map(
      ({ 0: digits, index }) =>
        `${words.slice(0, index)}\f${Number(digits) - page}\f${words.slice(index + digits.length)}`,
    ),
  ]
}
const headLengthMax = 300
const headNumbersMax = 8

function withoutEdges(
  page: readonly string[],
  isLeftOut: (line: string) => boolean,
): readonly string[] {
  let [start, end] = [0, page.length]
  while (start < Math.min(edgeLines, end) && isLeftOut(page[start]!)) start += 1
  while (end > Math.max(page.length - edgeLines, start) && isLeftOut(page[end - 1]!)) end -= 1
  return withoutBlankEdges(page.slice(start, end))
}

function withoutBlankEdges(lines: readonly string[]): readonly string[] {
  const [first, last] = [lines.findIndex(isVisible), lines.findLastIndex(isVisible)]
  return first < 0 ? [] : lines.slice(first, last + 1)
}
const isVisible = (line: string): boolean => line !== ''

/** With a blank line between two pages, unless a sentence goes on. */
function joined(pages: readonly (readonly string[])[]): string {
  const texts: string[] = []
  for (const [at, page] of pages.entries()) {
    const before = pages[at - 1]?.at(-1)
    if (before !== undefined) texts.push(goesOn(before, page[0]!) ? '\n' : '\n\n')
    texts.push(page.join('\n'))
  }
  return texts.join('')
}

const goesOn = (before: string, next: string): boolean =>
  /[\p{L},-]$/u.test(before.slice(-2)) && /^\s*\p{Ll}/u.test(next)
