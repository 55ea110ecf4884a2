import { z } from '@hono/zod-openapi'
import {
  botMessengerAdvice,
  messengerDeliveryFaults,
  webhookErrorAdvice,
  type BotMessengerStatus,
} from '@ken/core'
import { messengerTransports, webhookErrors } from '@ken/core/ports'
import { botFields, botView } from '../bot-view.ts'

const fields = botFields('BotMessengerDelivery', messengerDeliveryFaults)

const webhookSchema = z
  .object({
    address: z.string().nullable().openapi({
      description: 'Where the platform posts; null while the base URL of Ken is not https.',
      example: 'https://ken.example.com/chat/bot_messenger/updates',
    }),
    pending_updates: z.int().nullable().openapi({
      description: 'How many updates the platform has not delivered yet; null if unknown.',
    }),
    last_error: z.enum(webhookErrors).nullable().openapi({
      description: 'Why the latest failed delivery failed.',
    }),
    last_error_detail: z
      .string()
      .nullable()
      .openapi({ description: 'An explanation of the error and what to do.' }),
    last_error_at: z.string().nullable().openapi({ format: 'date-time' }),
  })
  .openapi('BotMessengerWebhook')

/** The bot of the bot messenger on the wire. */
export const botMessengerSchema = z
  .object({
    api_root: z.string().openapi({
      description: 'The address of the Bot API.',
      example: 'https://api.telegram.org',
    }),
    transport: z.enum(messengerTransports).openapi({
      description:
        'How messages come. `polling`: Ken fetches them. `webhook`: the platform posts them to Ken.',
    }),
    webhook: webhookSchema.nullable().openapi({
      description: 'What is known of the webhook; null while Ken fetches the messages.',
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
  transport: shown.transport,
  webhook: shown.transport === 'webhook' ? webhookView(shown) : null,
  ...botView(shown, botMessengerAdvice),
})

function webhookView({ webhookAddress: address, delivery }: BotMessengerStatus) {
  const { pendingUpdates = null, error = null, errorAt = null } = delivery.webhook ?? {}
  return {
    address,
    pending_updates: pendingUpdates,
    last_error: error,
    last_error_detail: error === null ? null : webhookErrorAdvice[error],
    last_error_at: errorAt,
  }
}
