// Scripts written without blanks: every character counts as a word of its own.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const marks = /\p{M}+/gu
const wordCharacters = /[\p{L}\p{N}]+/gu

const withoutAccents = (text: string): string => text.normalize('NFKD').replaceAll(marks, '')

/** One word in the form in which words are compared: lower case, without accents (`Malmö` is `malmo`). */
export const foldWord = (word: string): string => withoutAccents(word).toLowerCase()

const camelCase = /(?<=\p{Ll})(?=\p{Lu})/u

/**
 * The words of a text in their folded form, in order and parted by single blanks. Whatever is neither
 * letter nor digit parts words, so `node.js`, `T-1042` and `KEN_PORT` are found by their parts, and
 * `RateLimit` both by itself and by its parts.
 */
export function foldText(text: string): string {
  // Accents first: a mark of its own would part a word before its capital could.
  const parted = withoutAccents(text).replaceAll(wordCharacters, (word) =>
    camelCase.test(word) ? [word, ...word.split(camelCase)].join(' ') : word,
  )
  const folded = foldWord(parted).replaceAll(unspaced, ' $& ')
  return folded.match(wordCharacters)?.join(' ') ?? ''
}
