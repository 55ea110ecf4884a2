import { areaCodeEnd } from './area-code.ts'
import { writtenDateAt } from './dates.ts'

/** Of an ASCII letter: set in lower case. */
const lowerCaseBit = 32

/** What an ASCII character is to a token. */
const [separator, wordCharacter, joint] = [0, 1, 2]
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[A-Za-z0-9]/.test(character)) return wordCharacter
  return /[-_./\\:@']/.test(character) ? joint : separator
})

/**
 * Runs of letters and digits, joined by single characters as in `T-1042`, `node.js` or `l'offre`, also by the hyphens of
 * Unicode, which keep a name on one line.
 * Invisible characters inside of a word belong to it.
 */
const token =
  /[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Cf}]*(?:[-\u2010\u2011_./\\:@'’][\p{Cf}\p{M}]*[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Cf}]*)*/uy
const tokenBeginning = /[\p{L}\p{N}]/uy

/** Where the first token from `from` on starts; the length of the text if there is none. */
export function tokenStart(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code < 128 ? kinds[code] === wordCharacter : isBeginning(text, at)) break
    at += code < 128 || text.codePointAt(at)! <= codeUnitMax ? 1 : 2
  }
  return Math.min(at, text.length)
}

/**
 * Where the token that starts at `start` ends. The groups of a number are one token, as in `1,299.00`,
 * `+49 30 901820` or `(030) 901820`, and so are an abbreviation and its number, as in `ISO 9001` or `HN 2040 B`, and the
 * words of a date.
 */
export function tokenEnd(text: string, start: number): number {
  let end = simpleEnd(text, start)
  if (isBeforeText(text, start, end)) return end
  const afterDate = dateEnd(text, start, end)
  if (afterDate !== -1) return afterDate
  const afterAreaCode = numberAfterAreaCode(text, start, end)
  if (afterAreaCode !== -1) end = simpleEnd(text, afterAreaCode)
  for (let groups = 1; groups < groupsMax && mayContinue(text, start, end); groups += 1) {
    const next = simpleEnd(text, end + 1)
    if (!isGroup(text, start, end, next) || dateEnd(text, end + 1, next) !== -1) break
    end = next
  }
  return end
}

const numberAfterAreaCode = (text: string, start: number, end: number): number =>
  isDigit(text.charCodeAt(start)) ? areaCodeEnd(text, start, end) : -1

/** Whether a word is followed by a word in lower case: most are. */
function isBeforeText(text: string, start: number, end: number): boolean {
  const next = text.charCodeAt(end + 1)
  return next >= 0x60 && next < asciiSize && !isDigit(text.charCodeAt(start))
}

/** As many as a long bank account number has. */
const groupsMax = 9
/** An abbreviation before a number, or up to three as in `ISO/IEC/IEEE 29119`. */
const abbreviation = /^[A-Z]{1,5}(?:\/[A-Z]{1,5}){0,2}$/
const modelLengthMax = 20
const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isGroupSeparator = (code: number): boolean =>
  code === 0x20 || code === 0x2c || code === 0xa0 || code === 0x202f

/**
 * Whether a group may follow: a digit after one blank or comma, or capitals as in a bank account number or at the end of
 * the name of a model.
 */
const mayContinue = (text: string, start: number, end: number): boolean =>
  isGroupSeparator(text.charCodeAt(end)) &&
  (isDigit(text.charCodeAt(end + 1))
    ? isDigit(text.charCodeAt(end - 1)) || isUpperCase(text.charCodeAt(end - 1))
    : isUpperCase(text.charCodeAt(end + 1)) &&
      isDigit(text.charCodeAt(end - 1)) &&
      isUpperCase(text.charCodeAt(start)))

/** Whether `[end + 1, next)` belongs to the token `[start, end)`. */
function isGroup(text: string, start: number, end: number, next: number): boolean {
  const before = text.slice(start, Math.min(end, start + modelLengthMax + 1))
  const group = text.slice(end + 1, next)
  if (!isDigit(text.charCodeAt(end + 1)))
    return (
      (/^[A-Z]{2}\d\d$/.test(before) && /^[A-Z]{4}$/.test(group)) ||
      (/^[A-Z]{1,5}[ \u00a0\u202f]\d+$/.test(before) &&
        /^[A-Z]{1,2}$/.test(group) &&
        text[end] !== ',')
    )
  if (isDigit(text.charCodeAt(end - 1))) return /^[\d./-]{1,40}$/.test(group)
  return (
    (end - start <= modelLengthMax && abbreviation.test(before)) ||
    /^[A-Z]{2}\d\d [A-Z]{4}$/.test(before)
  )
}

/** Where the token that starts at `start` ends, without further groups of a number. */
function simpleEnd(text: string, start: number): number {
  let end = start
  for (;;) {
    while (end < text.length && kinds[text.charCodeAt(end)] === wordCharacter) end += 1
    if (end === text.length) return end
    const code = text.charCodeAt(end)
    if (code >= 128) return endByPattern(text, start)
    if (kinds[code] !== joint) return end
    const next = text.charCodeAt(end + 1)
    if (next >= 128) return endByPattern(text, start)
    if (kinds[next] !== wordCharacter) return end
    end += 1
  }
}

/** Where the date with a month in letters ends that begins with the word `[start, end)`; -1 if there is none. */
function dateEnd(text: string, start: number, end: number): number {
  const date = mayBeginDate(text, start, end) ? writtenDateAt(text, start) : null
  return date !== null && simpleEnd(text, date.end - 1) === date.end ? date.end : -1
}

/** Whether a day and the name of a month, or the other way round, may follow each other here. */
function mayBeginDate(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start)
  const gap = end + (text.charCodeAt(end) === point ? 1 : 0)
  if (isDigit(first))
    return (
      end - start <= dayLengthMax &&
      mayBeginMonth(text.charCodeAt(gap + 1)) &&
      isBlank(text.charCodeAt(gap))
    )
  return isDigit(text.charCodeAt(gap + 1)) && isBlank(text.charCodeAt(gap)) && mayBeginMonth(first)
}
const point = 0x2e
/** `31st`. */
const dayLengthMax = 4
const isBlank = (code: number): boolean => code === 0x20 || code === 0xa0 || code === 0x202f
/** Also the `d` of `3 de marzo`. */
const mayBeginMonth = (code: number): boolean => code < asciiSize && monthBeginnings[code] === 1
const monthBeginnings = Uint8Array.from({ length: 128 }, (_, code) =>
  /[adefjmnos]/i.test(String.fromCharCode(code)) ? 1 : 0,
)

export const isUpperCase = (code: number): boolean => code >= 65 && code <= 90

/**
 * Where the token that starts at `start` ends, if it is an ASCII letter or digit and further digits and lower-case
 * letters before an ASCII character: most are such words. -1 for any other token, and before what may be another group.
 */
export function plainWordEnd(text: string, start: number): number {
  if (kinds[text.charCodeAt(start)] !== wordCharacter) return -1
  let end = start + 1
  while (end < text.length) {
    const code = text.charCodeAt(end)
    if (kinds[code] !== wordCharacter || isUpperCase(code)) break
    end += 1
  }
  if (!isSeparated(text, end)) return -1
  const mayBeLonger =
    !isBeforeText(text, start, end) &&
    (mayContinue(text, start, end) ||
      mayBeginDate(text, start, end) ||
      numberAfterAreaCode(text, start, end) !== -1)
  return mayBeLonger ? -1 : end
}

/**
 * What the first two characters of an ASCII token are, without case: the same for `Vpn` and `vp-1`. The second counts as
 * missing where it is a joint or the text ends. Null before a character beyond ASCII.
 */
export function beginningAt(text: string, start: number): number | null {
  const [first, second] = [text.charCodeAt(start), text.charCodeAt(start + 1)]
  if (first >= asciiSize || second >= asciiSize) return null
  return beginningOf(first, kinds[second] === wordCharacter ? second : 0)
}

const asciiSize = 128
/** All beginnings are less. */
export const beginningsMax = asciiSize * asciiSize

/** The beginning that two characters are; 0 for none. */
export const beginningOf = (first: number, second: number): number =>
  (first | lowerCaseBit) * asciiSize + (second === 0 ? 0 : second | lowerCaseBit)

/** Whether no token goes on at `at`. At its end, and before a joint at its end, `kinds` has nothing. */
function isSeparated(text: string, at: number): boolean {
  if (at >= text.length) return true
  const kind = kinds[text.charCodeAt(at)]
  if (kind !== joint) return kind === separator
  return at + 1 >= text.length || kinds[text.charCodeAt(at + 1)] === separator
}

const codeUnitMax = 0xffff

function isBeginning(text: string, at: number): boolean {
  tokenBeginning.lastIndex = at
  return tokenBeginning.test(text)
}

/** For all characters, but several times as slow. */
function endByPattern(text: string, start: number): number {
  token.lastIndex = start
  return token.test(text) ? token.lastIndex : start
}
