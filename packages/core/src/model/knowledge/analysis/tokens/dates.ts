import { foldWord } from '../../words.ts'

/** Folded names of months, and their abbreviations, in the languages of `languages`. */
const months: ReadonlyMap<string, number> = new Map(
  [
    'january jan januar janner janvier janv enero ene',
    'february feb februar fevrier fevr febrero',
    'march mar marz maerz mrz mars marzo',
    'april apr avril avr abril abr',
    'may mai mayo',
    'june jun juni juin junio',
    'july jul juli juillet juil julio',
    'august aug aout agosto ago',
    'september sep sept septembre septiembre setiembre',
    'october oct oktober okt octobre octubre',
    'november nov novembre noviembre',
    'december dec dezember dez decembre diciembre dic',
  ].flatMap((names, at) => names.split(' ').map((name) => [name, at + 1] as const)),
)

const blank = '[ \\u00a0\\u202f]'
const name = '(?<name>[\\p{L}\\p{M}]{3,20})\\.?'
const year = '(?<year>\\d{4})'
/** `3. März 2025`, `3 March 2025`, `1er mars 2025` or `3 de marzo de 2025`. */
const dayFirst = new RegExp(
  `(?<day>\\d{1,2})(?:st|nd|rd|th|er|[.º])?${blank}(?:de${blank})?${name},?${blank}(?:del?${blank})?${year}`,
  'uy',
)
/** `March 3, 2025` or `Sept. 3rd, 2025`. */
const monthFirst = new RegExp(
  `${name}${blank}(?<day>\\d{1,2})(?:st|nd|rd|th)?,?${blank}${year}`,
  'uy',
)

/** The date with a month in letters that starts at `start`, and where it ends; null if there is none. */
export function writtenDateAt(text: string, start: number) {
  const pattern = /\d/.test(text.charAt(start)) ? dayFirst : monthFirst
  pattern.lastIndex = start
  const { name: month = '', day = '', year: inYear = '' } = pattern.exec(text)?.groups ?? {}
  const number = months.get(foldWord(month))
  const found = number === undefined ? null : dayAs(inYear, String(number), day)
  return found === null ? null : { day: found, end: pattern.lastIndex }
}

/** Also the day of a time, as in `2025-03-03T09:30`. */
const yearFirst = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?:T\d\S*)?$/
const yearLast = /^(?<day>\d{1,2})(?<joint>[-/.])(?<month>\d{1,2})\k<joint>(?<year>\d{4})$/
const shortYear = /^(?<day>\d{2})\.(?<month>\d{2})\.(?<year>\d{2})$/

/**
 * The days that a date may mean, as `20250303`, however it is written. The two numbers of `03/04/2025` may be
 * in either order.
 */
export function daysOf(text: string): readonly string[] {
  const written = writtenDateAt(text, 0)
  if (written?.end === text.length) return [written.day]
  const numbers = (yearFirst.exec(text) ?? yearLast.exec(text) ?? shortYear.exec(text))?.groups
  if (numbers === undefined) return []
  const { year: inYear = '', month = '', day = '', joint } = numbers
  const other = joint === undefined || joint === '.' ? null : dayAs(inYear, day, month)
  return [...new Set([dayAs(inYear, month, day), other])].filter((each) => each !== null)
}

function dayAs(inYear: string, month: string, day: string): string | null {
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return null
  return `${inYear.padStart(4, '20')}${month.padStart(2, '0')}${day.padStart(2, '0')}`
}
