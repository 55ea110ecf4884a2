import { z } from '@hono/zod-openapi'
import { externalIdLengthMax } from '@ken/core'

/** The id of the sender on the platform. */
export const externalIdField = z.string().min(1).max(externalIdLengthMax).openapi({
  description: 'The id of the person on the platform, exactly as the platform spells it.',
})

/** The response for a linked identity. */
export const linkedResponse = {
  description: 'The identity acts as the account. Send it as `Ken-On-Behalf-Of`.',
  content: {
    'application/json': {
      schema: z
        .object({
          linked: z.literal(true),
          account: z.string().openapi({
            description: 'The masked address of the account.',
            example: 'a***@example.com',
          }),
        })
        .openapi('Linked'),
    },
  },
}

export const linkedView = ({ account }: { readonly account: string }) =>
  ({ linked: true, account }) as const
