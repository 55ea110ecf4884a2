import type { DocumentId } from '../knowledge/document.ts'
import type { Finding } from '../knowledge/finding.ts'
import { harmlessText, plainText } from './harmless-text.ts'
import { sourceLink } from './source-link.ts'

/** What a question is answered with. */
export type Answer = {
  /** What the model wrote, as it wrote it; null when none did. */
  readonly written: string | null
  /** What the person may see about it, best first: everything that the model was given. */
  readonly findings: readonly Finding[]
  /** Every document that it may tell something of: what the model was told of earlier answers counts, too. */
  readonly restsOn: readonly DocumentId[]
  /** Whether there is a model and it did not answer. */
  readonly isModelAway: boolean
  /** Whether the findings are without the search by meaning. */
  readonly degraded: boolean
}

const writtenLengthMax = 100_000

/**
 * An answer in Markdown, for a chat. Its links are those of the findings and no others: a model and a document may say
 * anything, and neither links, fetches nor calls anybody.
 */
export function answerText({ written, findings, isModelAway, degraded }: Answer): string {
  const missing = degraded ? ['_Searched by words alone: the search by meaning does not answer right now._'] : []
  if (findings.length === 0)
    return ['I found nothing about this that you may see. Other words may help.', ...missing].join('\n\n')
  if (written !== null) {
    const sources = findings.map((finding, place) => `${place + 1}. ${sourceLink(finding)} (${finding.source})`)
    return [shortened(harmlessText(written)).trim(), `**Sources**\n${sources.join('\n')}`, ...missing].join('\n\n')
  }
  const opening = isModelAway ? 'The language model does not answer right now. This is what I found:' : 'This is what I found:'
  const listed = findings.map((finding, place) => {
    const quote = plainText(finding.snippet)
    return `${place + 1}. ${sourceLink(finding)} (${finding.source})${quote === '' ? '' : `\n    ${quote}`}`
  })
  return [opening, listed.join('\n'), ...missing].join('\n\n')
}

const shortened = (text: string): string =>
  text.length <= writtenLengthMax ? text : `${text.slice(0, writtenLengthMax).toWellFormed()} …`
