import type { WordRule } from './word-table.ts'

/** A phrase to avoid in a text, with its line, counted from 1. */
export type WordHit = { readonly line: number; readonly phrase: string; readonly instead: string }

/** Finds phrases to avoid in a text. */
export type FindWords = (text: string) => readonly WordHit[]

// Between two words of a phrase: spaces, hyphens, and a line break with the comment marks that follow it.
const gap = String.raw`(?:[ \t-]|\r?\n[ \t]*(?:\*|//|#)?)+`

const patternOf = (phrase: string): string =>
  phrase
    .split(/[ -]/)
    .map((word) => RegExp.escape(word.replace('*', '')) + (word.endsWith('*') ? '[a-z]*' : ''))
    .join(gap)

const anyOf = (phrases: readonly string[]): RegExp =>
  new RegExp(String.raw`(?<!\w)(?:${phrases.map(patternOf).join('|')})(?!\w)`, 'gi')

/** Splits camelCase into words. snake_case stays whole: such names belong to the database and the wire. */
const separateWords = (text: string): string =>
  text.replaceAll(/([a-z\d])(?=[A-Z])/g, '$1 ').replaceAll(/([A-Z])(?=[A-Z][a-z])/g, '$1 ')

const blank = (part: string): string => part.replaceAll(/[^\n]/g, '_')

// Quoted codes such as 'user.created' are part of the contract.
const codes = /(['"`])[a-z_]+(?:\.[a-z_]+)+\1/g

/**
 * Finds phrases without regard to case, in text and in the words of identifiers; `word*` is any word that starts so.
 * Linear in the length of the text.
 */
export function wordFinder(rules: readonly WordRule[]): FindWords {
  const pattern = anyOf(rules.map(({ phrase }) => phrase))
  const allowed = rules.flatMap((rule) => rule.allowed)
  const exceptions = allowed.length === 0 ? /(?!)/g : anyOf(allowed)
  const ruleOf = new Map(
    rules.map((rule) => [rule, new RegExp(`^${patternOf(rule.phrase)}$`, 'i')] as const),
  )
  return (text) => {
    const words = separateWords(text.replaceAll(codes, blank)).replaceAll(exceptions, blank)
    return [...words.matchAll(pattern)].map((match) => {
      const [rule] = [...ruleOf].find(([, whole]) => whole.test(match[0])) ?? []
      const line = words.slice(0, match.index).split('\n').length
      return { line, phrase: match[0].replaceAll(/\s+/g, ' '), instead: rule?.instead ?? '' }
    })
  }
}
