import { daysOf } from './dates.ts'
import { wholeWordOf } from './whole-word.ts'

/** Shorter codes and numbers are found by their parts and as a whole. */
const codeDigitsMin = 7
const codeLengthMax = 34
/** More digits in groups are several numbers, such as a row of a table; a card or a telephone has fewer. */
const groupedDigitsMax = 19

/** `1,299.00`, `1.299,00`, `1 299` or `CHF 1'299`. */
const groupedNumber =
  /^(?:[A-Z]{1,5} )?(?<integer>\d{1,3}(?:(?<separator>[.,'’ ])\d{3})(?:\k<separator>\d{3})*)(?:(?!\k<separator>)[.,](?<fraction>\d{1,2}))?$/
/** A long number or code in groups: an account, a part or a telephone. Points make it a version. */
const groupedCode = /^[A-Za-z\d]+(?:[ /-][A-Za-z\d]+)*$/
/** A telephone number in groups with points, as in `01.23.45.67.89` or `212.555.0123`, also with that of a country. */
const pointedPhone = /^(?:0\d|\d{1,3}\.\d)(?:\.\d\d){4}$|^(?:\d{1,3}\.)?\d{3}\.\d{3}\.\d{4}$/

/** An abbreviation and its number, as in `ISO 9001:2015`, `SDK 1.2.3` or `HN 2040 B`. */
const model = /^[A-Z]{1,5} \d\S*(?: [A-Z]{1,2})?$/
/** What it may be called without its version. */
const modelStart = /^[A-Z]{1,5} \d+(?=[:/-])/

/**
 * The words under which a number or code is found however it is grouped: `1,299.00` as `1299` and `1299.00`, an account
 * without its blanks, a telephone number without the parentheses of its area code, also without its country or the zero
 * at its start, `HN 2040 B` as `hn2040b`, `ISO 9001:2015` also as `iso9001`, `ISO/IEC 27001` as
 * `iso27001` and `iec27001`, and a date by its day.
 */
export function numberWordsOf(written: string): readonly string[] {
  const text = written
    .replaceAll(/\s/g, ' ')
    .replaceAll(/[\u2010\u2011]/g, '-')
    .replace(/\(0\) ?/, '')
    .replaceAll(/[()]/g, '')
  const { integer, fraction } = groupedNumber.exec(text)?.groups ?? {}
  const number = integer?.replaceAll(/\D/g, '')
  const amount =
    number === undefined
      ? []
      : fraction === undefined
        ? [number]
        : [number, `${number}.${fraction}`]
  return [...new Set([...amount, ...codesOf(text), ...modelsOf(text), ...daysOf(text)])]
}

type Span = { readonly start: number; readonly end: number }

/**
 * Where a token may have a number, `[start, end)`: in all of it, without up to three abbreviations before it, without what
 * may be an area code, without capitals after it, and in each of its groups between blanks or commas, as in
 * `FAX 030 901820`, `(12) 10 000`, `HN 2040 B` and `4711-0815-02 12`.
 */
export function numberSpansOf(token: string): readonly Span[] {
  const groups = spansOf(token, /\S+/g)
  if (groups.length <= 1 && !token.includes(',')) return [{ start: 0, end: token.length }]
  const [start, end] = [0, token.length]
  const afterFirst = /^[A-Z]+(?:\/[A-Z]+){0,2}\s/.test(token)
    ? [{ start: groups[1]!.start, end }]
    : []
  const afterAreaCode = spansOf(token, /(?<=\)[\s/-]?)\d.*/gs)
  const beforeLast = /\s[A-Z]{1,2}$/.test(token) ? [{ start, end: groups.at(-2)!.end }] : []
  const values = token.includes(',') ? spansOf(token, /[^\s,]+/g) : []
  return [{ start, end }, ...afterFirst, ...afterAreaCode, ...beforeLast, ...groups, ...values]
}

const spansOf = (token: string, group: RegExp): readonly Span[] =>
  Array.from(token.matchAll(group), ({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }))

const modelsOf = (text: string): readonly string[] => {
  const [, joined, rest = ''] = /^([A-Z]+(?:\/[A-Z]+){1,2})( .+)$/.exec(text) ?? []
  const names = joined === undefined ? [text] : joined.split('/').map((name) => name + rest)
  return names
    .filter((name) => model.test(name))
    .flatMap((name) => [name, ...(modelStart.exec(name) ?? [])].map(wholeWordOf))
}

function codesOf(written: string): readonly string[] {
  const text = pointedPhone.test(written) ? written.replaceAll('.', ' ') : written
  if (!groupedCode.test(text)) return []
  const groups = text.toLowerCase().split(/[ /-]/)
  const isOfDigits = /^[\d /-]+$/.test(text)
  if (isOfDigits && digitsIn(text) > groupedDigitsMax) return []
  const wholes = isOfDigits
    ? groups.map((_, first) => groups.slice(first).join(''))
    : [groups.join('')]
  return wholes
    .filter((code) => code.length <= codeLengthMax && digitsIn(code) >= codeDigitsMin)
    .flatMap((code) => (/^0+\d{7,}$/.test(code) ? [code, code.replace(/^0+/, '')] : [code]))
}

const digitsIn = (code: string): number => code.replaceAll(/\D/g, '').length
