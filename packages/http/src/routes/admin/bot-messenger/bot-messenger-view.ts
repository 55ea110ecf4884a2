import { z } from '@hono/zod-openapi'
import { messengerDeliveryFaults, botMessengerAdvice, type BotMessengerStatus } from '@ken/core'
import { botFields, botView } from '../bot-view.ts'

const fields = botFields('BotMessengerDelivery', messengerDeliveryFaults)

/** The bot of the bot messenger on the wire. */
export const botMessengerSchema = z
  .object({
    api_root: z.string().openapi({
      description: 'The address of the Bot API.',
      example: 'https://api.telegram.org',
    }),
    ...fields,
    bot_user_id: fields.bot_user_id.openapi({ description: 'The bot of the last token.' }),
    bot_username: fields.bot_username.openapi({ example: 'ken_bot' }),
    last_test_ok: fields.last_test_ok.openapi({
      description:
        'Whether the platform accepted the token in the last test; null before the first.',
    }),
  })
  .openapi('BotMessenger')

export const botMessengerView = (
  shown: BotMessengerStatus,
): z.infer<typeof botMessengerSchema> => ({
  api_root: shown.apiRoot,
  ...botView(shown, botMessengerAdvice),
})
