import type { AnalyzedQuery } from '../analysis/analyze-query.ts'
import { placedTokensIn } from '../analysis/tokens.ts'
import { snippetLengthMax } from '../search-result.ts'
import { occurrencesOf } from './occurrences.ts'
import { marksPerSnippetMax, quote, type Quote } from './quote.ts'
import { wordMatcher } from './word-matcher.ts'

/** As in a heading after its parent headings. */
const joint = ' › '
/** A longer heading would leave too little room for the text. */
const headingLengthMax = 160

/**
 * The quote of a passage, after its heading if that has words of the query that the quote lacks: without it, no one sees
 * why the text is an answer. A passage that fits into a snippet stays whole.
 */
export function quoteBelow(
  query: AnalyzedQuery,
  {
    title,
    heading,
    body,
  }: { readonly title: string; readonly heading: string; readonly body: string },
  quoted: Quote = quote(query, body),
): Quote {
  if (heading === '' || heading.length > headingLengthMax || heading === title) return quoted
  if (quoted.marks.length > 0) {
    const asked = wordsIn(query, heading)
    if (asked.size === 0 || asked.isSubsetOf(wordsIn(query, quoted.snippet))) return quoted
  }
  const above = quote(query, heading)
  if (above.marks.length === 0) return quoted
  const start = `${above.snippet}${joint}`
  const lengthMax = snippetLengthMax - start.length
  const isWhole = !/^… | …$/.test(quoted.snippet)
  const fits = quoted.snippet.length <= lengthMax
  if (isWhole && !fits) return quoted
  const below = fits ? quoted : quote(query, body, lengthMax)
  return {
    snippet: start + below.snippet,
    marks: [
      ...above.marks,
      ...below.marks.map((mark) => ({
        start: mark.start + start.length,
        end: mark.end + start.length,
      })),
    ].slice(0, marksPerSnippetMax),
  }
}

/** The positions of the query words in a text, in any inflection. */
const wordsIn = (query: AnalyzedQuery, text: string): ReadonlySet<number> =>
  new Set(
    occurrencesOf(text, placedTokensIn(text), wordMatcher(query, 'unknown')).flatMap(
      ({ words }) => words,
    ),
  )
