const numberForm = String.raw`\^?\d{1,9}`
const rangeForm = String.raw`${numberForm}(?:\s*[-–—]\s*${numberForm})?`

/**
 * Numbers of sources in brackets of some form, as in `[1]`, `[1, 2]`, `[^1; 3-5]` or `【1】`, and the blank before them.
 * Models write all of them. The bound keeps the time linear.
 */
const citationForm = String.raw` ?[[【［](?=[\d\s,;，、；^–—-]{1,1000}[\]】］])\s*${rangeForm}(?:\s*[,;，、；]\s*${rangeForm})*\s*[\]】］]`
const citation = new RegExp(citationForm, 'g')

/** The address of a link without its last bracket, as `sanitizeText` reads it. */
const addressForm = String.raw`\((?:[^()\s]|\([^()\s]{0,100}\)){0,2000}(?:\s{1,100}"[^"]{0,200}")?`

/** A citation, and its address if it is a link. */
const linkedCitation = new RegExp(
  String.raw`(?<cited>${citationForm})(?<address>${addressForm}\))?`,
  'g',
)

/** What may become a citation or its address, at the end of a text. */
const begunCitation = new RegExp(
  String.raw`(?: ?[[【［][\d\s,;，、；^–—-]{0,1000}(?:[\]】］](?:${addressForm}(?:\([^()\s]{0,100}|\s{1,100}(?:"[^"]{0,200})?)?)?)?| )$`,
)

/** Brackets that the removal of a link may have made a citation. */
const madeCitation = /\[[\d,;^–—-]{1,1000}\]/g

/** Removes every number from citations that is not one of the `count` sources, and the addresses of such citations. */
export const withoutInvalidCitations = (text: string, count: number): string =>
  text.replaceAll(linkedCitation, (all, cited: string) => {
    const ranges = rangesOf(cited)
    if (ranges.every((range) => isValid(range, count))) return all
    const blank = cited.startsWith(' ') ? ' ' : ''
    const valid = ranges.flatMap((each) => sourcesOf(each, count))
    return valid.length === 0 ? '' : `${blank}[${valid.join(', ')}]`
  })

/** The same for a text without links. A blank replaces each citation, so that the text around it is not joined. */
export const withoutMadeCitations = (text: string, count: number): string =>
  text.replaceAll(madeCitation, (cited) => withoutInvalidCitations(cited, count) || ' ')

/** The length of the part of a text that no later text can turn into a part of a citation. */
export const settledLength = (text: string): number =>
  begunCitation.exec(text)?.index ?? text.length

/** The numbers of the sources that a text cites. */
export const citedNumbers = (text: string, count: number): ReadonlySet<number> =>
  new Set(
    [...text.matchAll(citation)].flatMap(([cited]) =>
      rangesOf(cited).flatMap((range) => sourcesOf(range, count)),
    ),
  )

/** The first and the last number of each range; one number if they are the same. */
const rangesOf = (cited: string): readonly (readonly string[])[] =>
  (cited.match(/\d+(?:[\s^]*[-–—][\s^]*\d+)?/g) ?? []).map((range) => range.match(/\d+/g) ?? [])

/** The sources of a range. */
function sourcesOf(range: readonly string[], count: number): readonly number[] {
  const first = range[0]! // A range has a number.
  if (!isSource(first, count)) return []
  const last = Math.min(Number(range.at(-1)), count)
  const length = Math.max(0, last - Number(first) + 1)
  return Array.from({ length }, (_, place) => Number(first) + place)
}

/** Whether all numbers of a range are sources, in order. */
const isValid = (range: readonly string[], count: number): boolean =>
  range.every((end) => isSource(end, count)) && sourcesOf(range, count).length > 0

const isSource = (number: string, count: number): boolean =>
  /^[1-9]\d*$/.test(number) && Number(number) <= count
