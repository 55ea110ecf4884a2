import type { Language } from './language/stop-words.ts'

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const none: ReadonlySet<string> = new Set()

/** Folded words that ask for a number by themselves, and those that do after another word: `many` after `how`. */
const asking: {
  readonly [Each in Language]: {
    readonly alone: ReadonlySet<string>
    readonly first: string
    readonly second: ReadonlySet<string>
  }
} = {
  english: { alone: none, first: 'how', second: words('many much often long') },
  german: {
    alone: words('wieviel wieviele'),
    first: 'wie',
    second: words('viele vielen oft lange'),
  },
  french: { alone: words('combien'), first: '', second: none },
  spanish: { alone: words('cuanta cuantos cuantas'), first: '', second: none },
}

/**
 * Whether the word at a place of a question asks for a number, as `many` does in `how many days`. Its answer has the number
 * instead, so that a text with this word is no better.
 */
export function asksForNumber(
  asked: readonly string[],
  at: number,
  likely: readonly Language[],
): boolean {
  return likely.some((language) => {
    const { alone, first, second } = asking[language]
    return alone.has(asked[at]!) || (asked[at - 1] === first && second.has(asked[at]!))
  })
}
