// Scripts without spaces: each character counts as a word.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const marks = /\p{M}+/gu
const wordCharacters = /[\p{L}\p{N}]+/gu

const withoutAccents = (text: string): string => text.normalize('NFKD').replaceAll(marks, '')

/** The form in which words are compared: lower case, without accents (`Malmö` is `malmo`). */
export const foldWord = (word: string): string => withoutAccents(word).toLowerCase()

const camelCase = /(?<=\p{Ll})(?=\p{Lu})/u

/**
 * The folded words of a text, in order, separated by single spaces. Every character that is neither
 * letter nor digit separates words, so `node.js`, `T-1042` and `KEN_PORT` are found by their parts,
 * and `RateLimit` both whole and by its parts.
 */
export function foldText(text: string): string {
  // Accents first: a combining mark would otherwise separate a word before its capital letter is
  // seen.
  const separated = withoutAccents(text).replaceAll(wordCharacters, (word) =>
    camelCase.test(word) ? [word, ...word.split(camelCase)].join(' ') : word,
  )
  const folded = foldWord(separated).replaceAll(unspaced, ' $& ')
  return folded.match(wordCharacters)?.join(' ') ?? ''
}
