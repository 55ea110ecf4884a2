import type { DocumentId } from '../knowledge/document.ts'
import type { SearchResult } from '../knowledge/search-result.ts'
import { writtenLengthMax } from './answer-limits.ts'
import { sanitizeText, plainText } from './sanitize-text.ts'
import { sourceLink } from './source-link.ts'

/** The answer to a question. */
export type Answer = {
  /** What the model wrote, unchanged; ends with `…` if it was stopped at the greatest length. Null if there is none. */
  readonly written: string | null
  /** What the person may see about it, best first. The model was given exactly these. */
  readonly results: readonly SearchResult[]
  /**
   * Every document that the answer may reveal, including those of earlier answers that the model
   * was given.
   */
  readonly basedOn: readonly DocumentId[]
  /** Whether a model is configured and did not respond. */
  readonly isModelUnavailable: boolean
  /** Whether only the search together with the question before it found the results. */
  readonly isFollowUp: boolean
  /** Whether semantic search was unavailable. */
  readonly degraded: boolean
}

/** The same whether or not there are documents that the person may not see. */
export const nothingFoundText = 'I found nothing about this that you may see. Other words may help.'

/**
 * An answer in Markdown, for a chat. All links are those of the results. Text of a model or a
 * document is not trusted: it cannot link, load or mention anything.
 */
export function answerText({
  written,
  results,
  isModelUnavailable,
  isFollowUp,
  degraded,
}: Answer): string {
  const missing = degraded
    ? ['_Keyword search only: semantic search is unavailable right now._']
    : []
  if (results.length === 0) return [nothingFoundText, ...missing].join('\n\n')
  if (written !== null) {
    const sources = results.map(
      (result, place) => `${place + 1}. ${sourceLink(result)} (${result.source})`,
    )
    return [
      shortened(sanitizeText(written)).trim(),
      `**Sources**\n${sources.join('\n')}`,
      ...missing,
    ].join('\n\n')
  }
  const found = foundText(results, isFollowUp)
  const text = isModelUnavailable ? `The language model is unavailable right now. ${found}` : found
  return [text, ...missing].join('\n\n')
}

/** Results as an answer of their own, in Markdown. Those of a follow-up may be about the question before it alone. */
export function foundText(results: readonly SearchResult[], isFollowUp: boolean): string {
  const opening = isFollowUp
    ? 'I found nothing about this question by itself. This is what I found together with your previous question:'
    : 'This is what I found:'
  return `${opening}\n\n${listedResults(results)}`
}

const listedResults = (results: readonly SearchResult[]): string =>
  results
    .map((result, place) => {
      const quote = plainText(result.snippet)
      return `${place + 1}. ${sourceLink(result)} (${result.source})${quote === '' ? '' : `\n    ${quote}`}`
    })
    .join('\n')

const shortened = (text: string): string =>
  text.length <= writtenLengthMax ? text : `${text.slice(0, writtenLengthMax).toWellFormed()} …`
