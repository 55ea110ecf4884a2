/** Numbers of sources in brackets, as in `[1]` or `[1, 2]`, and the blank before them. */
const citation = / ?\[\d{1,9}(?:, ?\d{1,9}){0,9}\]/g

/** The beginning of a citation at the end of a text. */
const begunCitation = /(?: ?\[(?:\d{1,9}(?:, ?\d{1,9}){0,9}(?:, ?)?)?| )$/

/** Takes out every number of a citation that names none of the `count` sources. */
export const withoutInvalidCitations = (text: string, count: number): string =>
  text.replaceAll(citation, (cited) => {
    const numbers = cited.match(/\d+/g) ?? []
    const valid = numbers.filter((number) => isSource(number, count))
    if (valid.length === numbers.length) return cited
    const blank = cited.startsWith(' ') ? ' ' : ''
    return valid.length === 0 ? '' : `${blank}[${valid.join(', ')}]`
  })

/** The length of the part of a text that no later text can turn into a part of a citation. */
export const settledLength = (text: string): number =>
  begunCitation.exec(text)?.index ?? text.length

/** The numbers of the sources that a text cites. */
export function citedNumbers(text: string, count: number): ReadonlySet<number> {
  const numbers = [...text.matchAll(citation)].flatMap(([cited]) => cited.match(/\d+/g) ?? [])
  return new Set(numbers.filter((number) => isSource(number, count)).map(Number))
}

const isSource = (number: string, count: number): boolean =>
  /^[1-9]\d*$/.test(number) && Number(number) <= count
