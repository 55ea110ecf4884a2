// Scripts without spaces: each character counts as a word.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
// The marks of voiced kana make other letters: バス is not ハス. A tatweel only makes an Arabic word longer.
const marks = /(?![\u3099\u309A])\p{M}+|\u0640+/gu
const wordCharacters = /[\p{L}\p{N}]+/gu
const ascii = /^[ -~\s]*$/
/** Letters that Unicode does not decompose. */
const letters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ı: 'i',
    ς: 'σ',
  }),
)

const withoutAccents = (text: string): string =>
  text.normalize('NFKD').replaceAll(marks, '').normalize('NFC')

/** The form in which words are compared: lower case, without accents (`Malmö` is `malmo`). */
export const foldWord = (word: string): string =>
  ascii.test(word)
    ? word.toLowerCase()
    : withoutAccents(word)
        .toLowerCase()
        .replaceAll(/[ßæœøłđðþıς]/g, (letter) => letters.get(letter)!)

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
