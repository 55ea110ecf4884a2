import { z } from '@hono/zod-openapi'
import { pageLengthMax, type DocumentPage } from '@ken/core'

/** A page of a document. */
export const documentPageSchema = z
  .object({
    id: z.string().openapi({
      format: 'uuid',
      description: 'The document. Stays the same while its source keeps it.',
    }),
    title: z.string(),
    url: z.string().openapi({
      format: 'uri',
      description:
        'Address of the document: http or https if it is on the web, otherwise `urn:uuid:` with a stable id.',
    }),
    source: z.string().openapi({ description: 'The source of the document.', example: 'ticket' }),
    text: z.string().openapi({
      description: `Plain text from \`offset\`, at most ${pageLengthMax} UTF-16 code units, never ending within a character. A line that starts with \`#\` is a heading, a blank line ends a paragraph.`,
    }),
    updated_at: z.string().nullable().openapi({
      format: 'date-time',
      description: 'When the document was last changed, as its source says; null if unknown.',
    }),
    next_offset: z
      .int()
      .min(1)
      .nullable()
      .openapi({ description: 'Where the next page begins; null on the last page.' }),
    version: z.string().openapi({
      description:
        'Differs whenever the document differs. Pages of different versions do not fit together.',
    }),
  })
  .openapi('DocumentPage')

/** A page of a document as JSON. */
export const documentPageView = ({
  id,
  title,
  url,
  source,
  text,
  updatedAt,
  nextOffset,
  version,
}: DocumentPage): z.infer<typeof documentPageSchema> => ({
  id,
  title,
  url,
  source,
  text,
  updated_at: updatedAt?.toISOString() ?? null,
  next_offset: nextOffset,
  version,
})
