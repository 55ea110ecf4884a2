/** Of an ASCII letter: set in lower case. */
export const lowerCaseBit = 32

/** What an ASCII character is to a token. */
const [separator, wordCharacter, joint] = [0, 1, 2]
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[A-Za-z0-9]/.test(character)) return wordCharacter
  return /[-_./\\:@']/.test(character) ? joint : separator
})

/**
 * Runs of letters and digits, joined by single characters as in `T-1042`, `node.js` or `l'offre`.
 * Invisible characters inside of a word belong to it.
 */
const token =
  /[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Cf}]*(?:[-_./\\:@'’][\p{Cf}\p{M}]*[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Cf}]*)*/uy
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

/** Where the token that starts at `start` ends. */
export function tokenEnd(text: string, start: number): number {
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

const [firstLetter, lastLetter] = [97, 122]
const isLowerCase = (code: number): boolean => code >= firstLetter && code <= lastLetter

/**
 * Where the token that starts at `start` ends, if it is an ASCII letter and further lower-case ones
 * before an ASCII character: most are such words. -1 for any other token.
 */
export function plainWordEnd(text: string, start: number): number {
  if (!isLowerCase(text.charCodeAt(start) | lowerCaseBit)) return -1
  let end = start + 1
  while (end < text.length && isLowerCase(text.charCodeAt(end))) end += 1
  return isSeparated(text, end) ? end : -1
}

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
