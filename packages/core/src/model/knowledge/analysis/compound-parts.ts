import { ambiguousEndNouns, endNouns } from './german-nouns.ts'
import { recentlyUsed } from '../../recently-used.ts'
import { termOf } from './stems/terms.ts'

/** Of the plural and of cases. */
const endings = ['', 'e', 'en', 'n', 'nen', 'er', 'ern', 'es', 's']
const inflected = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.flatMap((noun) => endings.map((ending) => noun + ending)))
const ambiguousHeads = inflected(ambiguousEndNouns)
const heads = ambiguousHeads.union(inflected(endNouns))

const endingOfNouns = '(?:ung|heit|keit|schaft|ion|tat|ling)'
/** The first noun of a compound whose last one is not known: it has an ending of nouns and an `s`. */
const firstNoun = new RegExp(`^.{2,}${endingOfNouns}(?=s(?!hips$).{4,}$)`)
const derivedNoun = new RegExp(`.{2}${endingOfNouns}s$`)

/** What stands before a noun, but is none. */
const prefixes = new Set(
  'durch gegen hinter neben nieder uber unter vorder voraus weiter wider wieder zuruck zusammen zwischen'.split(
    ' ',
  ),
)

/** Shorter words are not compounds. */
export const compoundLengthMin = 8
const headLengthMin = 3
const longHeadMin = 6
const partLengthMin = 4

/**
 * The nouns that a folded German compound is made of, and the shorter compounds at its start: `nacht`, `schicht`,
 * `nachtschicht` and `zuschlag` of `nachtschichtzuschlag`. Empty for any other word.
 */
export function compoundParts(word: string): readonly string[] {
  if (word.length < compoundLengthMin) return none
  const cached = cache.get(word)
  if (cached !== undefined) return cached
  const parts = /^[a-z]+$/.test(word) ? [...new Set(partsOf(word))] : none
  if (word.length <= cachedLengthMax) cache.set(word, parts)
  return parts
}
const none: readonly string[] = []
const cache = recentlyUsed<string, readonly string[]>(50_000)
const cachedLengthMax = 40

function partsOf(word: string): readonly string[] {
  const head = headOf(word)
  if (head === word) return none
  if (head !== null) {
    const rest = word.slice(0, -head.length)
    return [...compoundParts(rest), rest, head]
  }
  const [first] = firstNoun.exec(word) ?? []
  return first === undefined ? none : [...compoundParts(first), first]
}

/** The longest known noun at the end of a word, as it is inflected there; all of the word if it is one. */
function headOf(word: string): string | null {
  for (let start = 0; start <= word.length - headLengthMin; start += 1) {
    if (start > 0 && start < headLengthMin) continue
    const head = word.slice(start)
    if (isHead(head) && (start === 0 || mayPrecede(word.slice(0, start), head))) return head
  }
  return null
}

/** Whether a folded word is a noun that ends compounds. */
const isHead = (word: string): boolean => heads.has(word)

/** Whether a term may be that of such a noun. No other word is a part of a compound without being at its start. */
export const isHeadTerm = (term: string): boolean => headTerms.has(term)
const headTerms: ReadonlySet<string> = new Set(
  [...endNouns, ...ambiguousEndNouns].map((noun) => termOf(noun, 'german')),
)

/** Whether what is before a noun may be one: long enough, unless it is known, and not the start of a foreign word. */
function mayPrecede(rest: string, head: string): boolean {
  if (isHead(rest)) return true
  if (ambiguousHeads.has(head)) return derivedNoun.test(rest)
  const lengthMin = partLengthMin + (head.length < longHeadMin ? 1 : 0)
  return rest.length >= lengthMin && !prefixes.has(rest) && !/[aiu]$/.test(rest)
}
