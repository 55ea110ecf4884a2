/** A paragraph at the edge of a page with more lines or characters is no head. */
const headLinesMax = 4
const headLengthMax = 300
const headNumbersMax = 8
/** How many pages have a head at least, and how many of the left or of the right pages. */
const headPagesMin = 3
const headShareMin = 0.6

const pageWord = String.raw`(?:p(?:age|g\.|ag\.|ág\.|agina|ágina)|seite|blatt|folie|slide|[ps]\.|第)\s?`
const pageCount = String.raw`\s?(?:\/|of|von|de|sur|di|van)\s?\d`
const noWord = String.raw`[^\p{L}\p{N}]*`
/** A paragraph with nothing but the number of its page, as in `- 7 -`, `Page 7 of 12` and `Seite 7`. */
const pageNumber = new RegExp(
  String.raw`^${noWord}(?:${pageWord})?\d{1,3}(?:${pageCount}{1,3})?\s?[页頁]?${noWord}$`,
  'iu',
)
/** What is before and after a number that stands apart, unlike those in `Step 2` and `INV-2024-0002`. */
const apartBefore = new RegExp(String.raw`(?:\n\s?|\s{2}|[[(]|[|–—·•-]\s|${pageWord})$`, 'iu')
const apartAfter = new RegExp(String.raw`^(?:\s?\n|\s{2}|[\])页頁]|\s[|–—·•-]|${pageCount})`, 'iu')

/**
 * The text of pages that end with a form feed, as programs write the text of a PDF: without the paragraph at the top and
 * at the bottom that comes again on most pages, except for the first time. Numbers of pages are left out. A sentence goes
 * on over the end of its page. Any other text stays as it is.
 */
export function withoutRunningHeads(text: string): string {
  if (!text.includes('\f')) return text
  const pages = text
    .split('\f')
    .map(paragraphsOf)
    .filter((page) => page.length > 0)
  const kept = keptParagraphs(pages)
  const shown = pages.map((page, at) =>
    page.filter((_, place) => kept[at]!.has(place)).join('\n\n'),
  )
  return joined(shown.filter((page) => page !== ''))
}

/** The places of the paragraphs on each page that are neither a repeated head or foot nor the number of the page. */
export function keptParagraphs(
  pages: readonly (readonly string[])[],
): readonly ReadonlySet<number>[] {
  const edgesOfPages = pages.map(edgesOf)
  const counts = new Map<string, number>()
  const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const [at, edges] of edgesOfPages.entries())
    for (const key of new Set([...edges.values()].flatMap(({ keys }) => keys))) {
      count(key)
      count(onSide(key, at))
    }
  const isRepeated = (key: string, at: number, pagesMin: number) =>
    (counts.get(key) ?? 0) >= pagesMin &&
    counts.get(onSide(key, at))! >= (headShareMin * pages.length) / 2
  const seen = new Set<string>()
  return pages.map((page, at) => {
    const edges = edgesOfPages[at]!
    const places = page.keys().filter((place) => {
      const { keys, isNumber } = edges.get(place) ?? noEdge
      if (isNumber) return !keys.some((key) => isRepeated(key, at, 2))
      return !keys.some((key) => seen.has(key) && isRepeated(key, at, headPagesMin))
    })
    const kept = new Set(places)
    for (const key of [...edges.values()].flatMap(({ keys }) => keys)) seen.add(key)
    return kept
  })
}

/** On the left or on the right pages, which may have heads of their own. */
const onSide = (key: string, page: number): string => `${page % 2}\f${key}`

const paragraphsOf = (page: string): readonly string[] =>
  page
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/^\n|\n$/g, ''))
    .filter((paragraph) => paragraph !== '')

type Edge = { readonly keys: readonly string[]; readonly isNumber: boolean }
const noEdge: Edge = { keys: [], isNumber: false }

/** By their places: what may be the head and the foot of a page, each also with the number of the page beside it. */
function edgesOf(page: readonly string[], at: number): ReadonlyMap<number, Edge> {
  const isNumber = (place: number) => pageNumber.test(page[place] ?? '')
  const edge = (first: number, second: number) =>
    isNumber(first) || isNumber(second) ? [first, second] : [first]
  const last = page.length - 1
  const places = new Set([...edge(0, 1), ...edge(last, last - 1)])
  return new Map(
    [...places]
      .filter((place) => page[place] !== undefined && (last > 0 || isNumber(place)))
      .map((place) => [place, { keys: keysOf(page[place]!, at), isNumber: isNumber(place) }]),
  )
}

/** A head is the same on another page if at most one number in it, which stands apart, grows with the pages. */
function keysOf(paragraph: string, page: number): readonly string[] {
  if (paragraph.length > headLengthMax || paragraph.split('\n').length > headLinesMax) return []
  const lines = `\n${paragraph}\n`
  const numbers = [...lines.matchAll(/(?<!\d)\d{1,3}(?!\d)/g)]
    .map(({ 0: digits, index }) => ({ digits, index, end: index + digits.length }))
    .filter(
      ({ index, end }) =>
        apartBefore.test(lines.slice(Math.max(index - 12, 0), index)) &&
        apartAfter.test(lines.slice(end, end + 8)),
    )
  if (numbers.length > headNumbersMax) return [onOneLine(lines)]
  return [
    onOneLine(lines),
    ...numbers.map(
      ({ digits, index, end }) =>
        `${onOneLine(lines.slice(0, index))}#${Number(digits) - page}${onOneLine(lines.slice(end))}`,
    ),
  ]
}

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ')

/** With a blank line between two pages, unless a sentence goes on. */
const joined = (pages: readonly string[]): string =>
  pages
    .flatMap((page, at) => [at === 0 ? '' : goesOn(pages[at - 1]!, page) ? '\n' : '\n\n', page])
    .join('')

const goesOn = (before: string, next: string): boolean =>
  /[\p{L},-]$/u.test(before.slice(-2)) && /^\s*\p{Ll}/u.test(next)
