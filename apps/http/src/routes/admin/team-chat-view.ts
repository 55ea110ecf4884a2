import { z } from '@hono/zod-openapi'
import { deliveryFaults, teamChatAdvice, type ShownTeamChat } from '@ken/core'

const deliverySchema = z
  .object({
    state: z.enum(['listening', 'not_connected']),
    since: z.string().nullable().openapi({ format: 'date-time', description: 'Null while that is not known.' }),
    reason: z.enum(deliveryFaults).nullable().openapi({ description: 'Why it is not connected.' }),
    detail: z.string().nullable().openapi({ description: 'What the reason means and what to do about it.' }),
    dropped: z.record(z.string(), z.int()).openapi({
      description: 'How many events were none for the bot, or not proven to be by a person, by reason.',
      example: { not_direct: 12, webhook: 1 },
    }),
  })
  .openapi('TeamChatDelivery')

/** The team-chat bot as administrators see it. */
export const teamChatSchema = z
  .object({
    base_url: z
      .string()
      .nullable()
      .openapi({ description: 'Where the team-chat server is.', example: 'https://chat.example.com' }),
    has_token: z.boolean().openapi({ description: 'Whether a token is kept for that address. Nobody sees it again.' }),
    bot_user_id: z.string().nullable().openapi({ description: 'Who the token speaks for, as the server said.' }),
    bot_username: z.string().nullable().openapi({ example: 'ken' }),
    enabled: z.boolean().openapi({ description: 'The switch. While it is off the bot stays silent.' }),
    is_available: z.boolean().openapi({ description: 'Whether the bot is on, and all that it needs is known.' }),
    last_test_ok: z
      .boolean()
      .nullable()
      .openapi({ description: 'Whether the server took the token when it was last asked; null while it was not.' }),
    last_test_at: z.string().nullable().openapi({ format: 'date-time' }),
    delivery: deliverySchema.openapi({ description: 'Whether what is written to the bot arrives. A test says nothing of it.' }),
  })
  .openapi('TeamChat')

export const teamChatView = (shown: ShownTeamChat): z.infer<typeof teamChatSchema> => ({
  base_url: shown.baseUrl,
  has_token: shown.hasToken,
  bot_user_id: shown.botUserId,
  bot_username: shown.botUsername,
  enabled: shown.enabled,
  is_available: shown.isAvailable,
  last_test_ok: shown.lastTestOk,
  last_test_at: shown.lastTestAt?.toISOString() ?? null,
  delivery: deliveryView(shown.delivery),
})

const deliveryView = ({ state, since, reason, dropped }: ShownTeamChat['delivery']): z.infer<typeof deliverySchema> => ({
  state,
  since: since?.toISOString() ?? null,
  reason,
  detail: reason === null ? null : teamChatAdvice[reason],
  dropped: { ...dropped },
})
