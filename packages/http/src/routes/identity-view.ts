import { z } from '@hono/zod-openapi'
import type { Identity } from '@ken/core'

/** An external identity. */
export const identitySchema = z
  .object({
    id: z.string(),
    source: z.string().openapi({ description: 'The platform.', example: 'teamchat' }),
    external_id: z.string().openapi({ description: 'The id of the person on the platform.' }),
    created_at: z.string().openapi({ format: 'date-time' }),
  })
  .openapi('Identity')

export const identityView = ({
  id,
  source,
  externalId,
  createdAt,
}: Identity): z.infer<typeof identitySchema> => ({
  id,
  source,
  external_id: externalId,
  created_at: createdAt.toISOString(),
})

/** All identities of a person. They are too few to need pages. */
export const identityListSchema = z
  .object({ data: z.array(identitySchema), next_cursor: z.null() })
  .openapi('IdentityList')

export const identityListView = (
  identities: readonly Identity[],
): z.infer<typeof identityListSchema> => ({
  data: identities.map(identityView),
  next_cursor: null,
})
