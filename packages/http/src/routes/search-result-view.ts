import { z } from '@hono/zod-openapi'
import type { SearchResult } from '@ken/core'

/** A search result. */
export const searchResultSchema = z
  .object({
    title: z.string(),
    snippet: z.string().openapi({ description: 'Plain text around the best match.' }),
    source: z.string().openapi({ description: 'The source of the document.', example: 'ticket' }),
    url: z.string().openapi({
      format: 'uri',
      description:
        'Address of the document: http or https if it is on the web, otherwise `urn:uuid:` with a stable id.',
    }),
    score: z.number().openapi({ description: '0 to 1; comparable only within one response.' }),
  })
  .openapi('Finding')

export const searchResultView = ({
  title,
  snippet,
  source,
  url,
  score,
}: SearchResult): z.infer<typeof searchResultSchema> => ({
  title,
  snippet,
  source,
  url,
  score,
})
