import { z } from '@hono/zod-openapi'
import { deliveryFaults, teamChatAdvice, type TeamChatStatus } from '@ken/core'
import { botFields, botView } from '../bot-view.ts'

const fields = botFields('TeamChatDelivery', deliveryFaults)

/** The team-chat bot on the wire. */
export const teamChatSchema = z
  .object({
    base_url: z.string().nullable().openapi({
      description: 'The address of the team-chat server.',
      example: 'https://chat.example.com',
    }),
    ...fields,
    bot_user_id: fields.bot_user_id.openapi({
      description: 'The account of the token, according to the server.',
    }),
    bot_username: fields.bot_username.openapi({ example: 'ken' }),
    last_test_ok: fields.last_test_ok.openapi({
      description: 'Whether the server accepted the token in the last test; null before the first.',
    }),
  })
  .openapi('TeamChat')

export const teamChatView = (shown: TeamChatStatus): z.infer<typeof teamChatSchema> => ({
  base_url: shown.baseUrl,
  ...botView(shown, teamChatAdvice),
})
