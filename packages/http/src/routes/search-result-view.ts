import { z } from '@hono/zod-openapi'
import { marksPerSnippetMax, snippetLengthMax, type SearchResult } from '@ken/core'

const markSchema = z
  .object({
    start: z.int().min(0).openapi({ description: 'The first code unit.' }),
    end: z.int().min(1).openapi({ description: 'The code unit after the last one.' }),
  })
  .openapi('Mark')

/** A search result. */
export const searchResultSchema = z
  .object({
    id: z.string().openapi({
      format: 'uuid',
      description: 'The document. Stays the same while its source keeps it.',
    }),
    title: z.string(),
    snippet: z.string().openapi({
      description: `Plain text around the best match, at most ${snippetLengthMax} UTF-16 code units. Begins with the heading and " › " if that has words of the query which the text lacks.`,
    }),
    marks: z.array(markSchema).openapi({
      description: `Where \`snippet\` has words of the query: \`start\` inclusive, \`end\` exclusive, in UTF-16 code units as strings of JavaScript, Java and C# count them. In order, never overlapping, at most ${marksPerSnippetMax}. Empty if the document matches only by its title, a long heading or its meaning.`,
    }),
    source: z.string().openapi({ description: 'The source of the document.', example: 'ticket' }),
    url: z.string().openapi({
      format: 'uri',
      description:
        'Address of the document: http or https if it is on the web, otherwise `urn:uuid:` with a stable id.',
    }),
    updated_at: z.string().nullable().openapi({
      format: 'date-time',
      description: 'When the document was last changed, as its source says; null if unknown.',
    }),
    score: z.number().openapi({ description: '0 to 1; comparable only within one response.' }),
  })
  .openapi('Finding')

/** A search result as JSON. */
export const searchResultView = ({
  documentId,
  title,
  snippet,
  marks,
  source,
  url,
  updatedAt,
  score,
}: SearchResult): z.infer<typeof searchResultSchema> => ({
  id: documentId,
  title,
  snippet,
  marks: marks.map(({ start, end }) => ({ start, end })),
  source,
  url,
  updated_at: updatedAt?.toISOString() ?? null,
  score,
})
