import { z } from '@hono/zod-openapi'
import { snippetLengthMax, type AskAnswer, type SearchResult } from '@ken/core'

const sourceFields = {
  number: z.int().min(1).openapi({ description: 'The number by which the answer cites it.' }),
  id: z.string().openapi({ format: 'uuid', description: 'The document, as in search.' }),
  title: z.string(),
  url: z.string().openapi({ format: 'uri', description: 'Address of the document, as in search.' }),
  source: z.string().openapi({ description: 'The source of the document.', example: 'wiki' }),
  snippet: z.string().openapi({
    description: `Plain text around the best match, at most ${snippetLengthMax} UTF-16 code units.`,
  }),
}

const answerSourceSchema = z
  .object({
    ...sourceFields,
    cited: z.boolean().openapi({ description: 'Whether the answer cites it as `[number]`.' }),
  })
  .openapi('AnswerSource')

/** The answer to a question. */
export const answerSchema = z
  .object({
    answer: z.string().openapi({
      description:
        'Markdown. `[1]` names a source by its number. What a language model wrote has no links, images or mentions.',
    }),
    outcome: z.enum(['answered', 'found_only', 'nothing_found']).openapi({
      description:
        '`answered`: a language model wrote the answer. `found_only`: the answer lists the sources. `nothing_found`: there is nothing that the caller may see; the model was not asked.',
    }),
    reason: z.enum(['no_model', 'model_unavailable']).nullable().openapi({
      description: 'Why the answer is `found_only`; else null.',
    }),
    degraded: z.boolean().openapi({
      description:
        'True if only keyword search ran, because semantic search did not finish in time.',
    }),
    conversation_id: z.string().nullable().openapi({
      format: 'uuid',
      description: 'The conversation that keeps question and answer; null if nothing was kept.',
    }),
    sources: z
      .array(answerSourceSchema)
      .openapi({ description: 'What the answer is based on, best first.' }),
  })
  .openapi('Answer')

/** The sources of an answer as JSON. */
export const sourceViews = (results: readonly SearchResult[]) =>
  results.map(({ documentId, title, url, source, snippet }, place) => ({
    number: place + 1,
    id: documentId,
    title,
    url,
    source,
    snippet,
  }))

/** An answer as JSON. */
export const answerView = ({
  answer,
  outcome,
  reason,
  degraded,
  conversationId,
  sources,
  cited,
}: AskAnswer): z.infer<typeof answerSchema> => ({
  answer,
  outcome,
  reason,
  degraded,
  conversation_id: conversationId,
  sources: sourceViews(sources).map((source) => ({ ...source, cited: cited.has(source.number) })),
})
