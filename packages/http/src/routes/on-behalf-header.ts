import { z } from '@hono/zod-openapi'

/** The header with which a service key names the person whom it acts for. */
export const onBehalfHeader = z.object({
  'ken-on-behalf-of': z.string().optional().openapi({
    description:
      'Only with a service key: the external id of the person who asks. A service key without it is refused with `ON_BEHALF_OF_REQUIRED`, any other credential with it with `ON_BEHALF_OF_NOT_ALLOWED`, and a person who is not linked with `IDENTITY_NOT_LINKED`.',
    example: 'U0123',
  }),
})
