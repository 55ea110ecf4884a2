import { z } from '@hono/zod-openapi'
import { deliveryFaults, teamChatAdvice, type TeamChatStatus } from '@ken/core'
import { dropReasons } from '@ken/core/ports'

const deliverySchema = z
  .object({
    state: z.enum(['listening', 'not_connected']),
    since: z.string().nullable().openapi({ format: 'date-time', description: 'Null if unknown.' }),
    reason: z.enum(deliveryFaults).nullable().openapi({ description: 'Why it is not connected.' }),
    detail: z
      .string()
      .nullable()
      .openapi({ description: 'An explanation of the reason and what to do.' }),
    dropped: z.partialRecord(z.enum(dropReasons), z.int()).openapi({
      description:
        'The number of ignored events, by reason: not for the bot, or not certainly from a person.',
      example: { not_direct: 12, webhook: 1 },
    }),
  })
  .openapi('TeamChatDelivery')

/** The team-chat bot on the wire. */
export const teamChatSchema = z
  .object({
    base_url: z.string().nullable().openapi({
      description: 'The address of the team-chat server.',
      example: 'https://chat.example.com',
    }),
    has_token: z
      .boolean()
      .openapi({ description: 'Whether a token is stored for that address. It is never shown.' }),
    bot_user_id: z
      .string()
      .nullable()
      .openapi({ description: 'The account of the token, according to the server.' }),
    bot_username: z.string().nullable().openapi({ example: 'ken' }),
    enabled: z.boolean().openapi({
      description: 'Whether the bot is turned on. While it is off, it does not respond.',
    }),
    is_available: z
      .boolean()
      .openapi({ description: 'Whether the bot is on and completely configured.' }),
    last_test_ok: z.boolean().nullable().openapi({
      description: 'Whether the server accepted the token in the last test; null before the first.',
    }),
    last_test_at: z.string().nullable().openapi({ format: 'date-time' }),
    updated_at: z.string().openapi({
      format: 'date-time',
      description: 'When the settings were last changed.',
    }),
    delivery: deliverySchema.openapi({
      description: 'Whether messages to the bot arrive. A test does not show this.',
    }),
  })
  .openapi('TeamChat')

export const teamChatView = (shown: TeamChatStatus): z.infer<typeof teamChatSchema> => ({
  base_url: shown.baseUrl,
  has_token: shown.hasToken,
  bot_user_id: shown.botUserId,
  bot_username: shown.botUsername,
  enabled: shown.enabled,
  is_available: shown.isAvailable,
  last_test_ok: shown.lastTestOk,
  last_test_at: shown.lastTestAt?.toISOString() ?? null,
  updated_at: shown.updatedAt.toISOString(),
  delivery: deliveryView(shown.delivery),
})

const deliveryView = ({
  state,
  since,
  reason,
  dropped,
}: TeamChatStatus['delivery']): z.infer<typeof deliverySchema> => ({
  state,
  since: since?.toISOString() ?? null,
  reason,
  detail: reason === null ? null : teamChatAdvice[reason],
  dropped: { ...dropped },
})
