import type { AnalyzedQuery } from '../analysis/analyze-query.ts'
import { placedTokensIn } from '../analysis/tokens/tokens.ts'
import { snippetLengthMax } from '../search-result.ts'
import { occurrencesOf } from './occurrences.ts'
import { columnsAbove } from './columns-above.ts'
import { marksPerSnippetMax, quote, type Quote } from './quote.ts'
import { wordMatcher } from './word-matcher.ts'

/** As in a heading after its parent headings. */
const joint = ' › '
/** A longer heading would leave too little room for the text. */
const headingLengthMax = 160

/**
 * The quote of a passage, after its heading if that has words of the query that the quote lacks: without it, no one sees
 * why the text is an answer. Rows of a table come after the names of its columns. A passage that fits into a snippet stays
 * whole.
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
  const asked = title !== heading && isAsked(query, heading, quoted) ? heading : ''
  const columns = columnsAbove(quoted.snippet, { heading, body })
  const names = [asked, columns === null || asked.includes(columns) ? '' : columns]
  const lead = names.filter((name) => name !== '' && name.length <= headingLengthMax).join(joint)
  if (lead === '') return quoted
  const above = quote(query, lead)
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

/** Whether a heading has words of the query that the quote below it lacks. */
function isAsked(query: AnalyzedQuery, heading: string, quoted: Quote): boolean {
  if (heading === '' || heading.length > headingLengthMax) return false
  if (quoted.marks.length > 0) {
    const asked = wordsIn(query, heading)
    if (asked.size === 0 || asked.isSubsetOf(wordsIn(query, quoted.snippet))) return false
  }
  return quote(query, heading).marks.length > 0
}

/** The positions of the query words in a text, in any inflection. */
const wordsIn = (query: AnalyzedQuery, text: string): ReadonlySet<number> =>
  new Set(
    occurrencesOf(text, placedTokensIn(text), wordMatcher(query, 'unknown')).flatMap(
      ({ words }) => words,
    ),
  )
