import { z } from '@hono/zod-openapi'
import type { Finding } from '@ken/core'

/** A finding on the wire. */
export const findingSchema = z
  .object({
    title: z.string(),
    snippet: z.string().openapi({ description: 'Plain text around the best match.' }),
    source: z.string().openapi({ description: 'The kind of place the finding comes from.', example: 'ticket' }),
    url: z.string().openapi({
      format: 'uri',
      description:
        'Address of the document: http or https where it is on the web, otherwise `urn:uuid:` and an id that stays the same.',
    }),
    score: z.number().openapi({ description: '0 to 1, best first; comparable within one answer only.' }),
  })
  .openapi('Finding')

export const findingView = ({ title, snippet, source, url, score }: Finding): z.infer<typeof findingSchema> => ({
  title,
  snippet,
  source,
  url,
  score,
})
