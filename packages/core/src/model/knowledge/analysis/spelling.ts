import { editDistance } from '../../edit-distance.ts'
import { recentlyUsed } from '../../recently-used.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz'
const firstLetter = alphabet.charCodeAt(0)
const vowels = 'aeiouhwy'
const lengthMin = 5
const lettersMin = 2
/** A longer word may have two typing errors. */
const longWordMin = 8

/**
 * The term under which words with a similar spelling are found: the first letter and the set of
 * consonants, so that missing or doubled letters, wrong vowels and swapped letters make no
 * difference. Null for short words, codes and other scripts.
 */
export function spellingTermOf(word: string): string | null {
  const cached = cache.get(word)
  if (cached !== undefined) return cached
  const term = newSpellingTerm(word)
  if (word.length <= cachedLengthMax) cache.set(word, term)
  return term
}
const cache = recentlyUsed<string, string | null>(50_000)
const cachedLengthMax = 40

function newSpellingTerm(word: string): string | null {
  if (word.length < lengthMin || !/^[a-z]+$/.test(word)) return null
  const singular = singularOf(word)
  const isInWord = new Uint8Array(alphabet.length)
  for (let at = 1; at < singular.length; at += 1)
    isInWord[singular.charCodeAt(at) - firstLetter] = 1
  let consonants = ''
  for (let letter = 0; letter < alphabet.length; letter += 1)
    if (isInWord[letter] === 1 && !vowels.includes(alphabet[letter]!))
      consonants += alphabet[letter]!
  return consonants.length < lettersMin ? null : `?${word[0]}${consonants}`
}

const singularOf = (word: string): string => word.replace(/(?<=.{4})s$/, '')

/** Whether one word is the other with a typing error, or two errors in a long word. */
export function isMisspelling(left: string, right: string): boolean {
  if (left[0] !== right[0]) return false
  const [one, other] = [singularOf(left), singularOf(right)]
  const most = Math.min(one.length, other.length) >= longWordMin ? 2 : 1
  return Math.abs(one.length - other.length) <= most && editDistance(one, other) <= most
}
