import { z } from '@hono/zod-openapi'
import { externalIdLengthMax } from '@ken/core'

/** Who sends, in the words of the platform. */
export const externalIdField = z
  .string()
  .min(1)
  .max(externalIdLengthMax)
  .openapi({ description: 'The id of the person on the platform, exactly as the platform writes it.' })

/** That an external identity acts as an account. */
export const linkedAnswer = {
  description: 'The identity acts as the account: send `Ken-On-Behalf-Of` with it.',
  content: {
    'application/json': {
      schema: z
        .object({
          linked: z.literal(true),
          account: z.string().openapi({ description: 'The address of the account, masked.', example: 'a***@example.com' }),
        })
        .openapi('Linked'),
    },
  },
}

export const linkedView = ({ account }: { readonly account: string }) => ({ linked: true, account }) as const
