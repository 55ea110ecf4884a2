import {
  err,
  ok,
  type BotIdentity,
  type BotMessengerProbeFault,
  type BotMessengerServer,
  type ChatProbe,
  type Result,
} from '@ken/core/ports'
import { BotApiFailure, BotApiRefusal } from './api/bot-api-failure.ts'
import { callBotApi, type Transport } from './api/bot-api.ts'
import { fieldsOf } from './api/fields.ts'

/** Of each of the two calls, so that both take less than six seconds. */
const timeoutMs = 2_900

/** Probes with `getMe` and `getWebhookInfo`. */
export const telegramChatProbe = (transport: Transport): ChatProbe<'bot_messenger'> => ({
  async probe(server) {
    try {
      const bot = await findBot(transport, server)
      return bot.ok ? await unlessWebhook(transport, server, bot.value) : bot
    } catch (error) {
      if (error instanceof BotApiFailure)
        return err(error.fault === 'other_poller' ? 'server_failing' : error.fault)
      // No server of the Bot API refuses this to the holder of a token.
      if (error instanceof BotApiRefusal) return err('not_telegram')
      throw error
    }
  },
})

/** The account of the token, which is always a bot's. Throws as `callBotApi` does. */
export async function findBot(
  transport: Transport,
  server: BotMessengerServer,
  signal?: AbortSignal,
): Promise<Result<BotIdentity, BotMessengerProbeFault>> {
  const found = await callBotApi(transport, server, {
    method: 'getMe',
    fields: {},
    timeoutMs,
    ...(signal && { signal }),
  })
  const { id, username, is_bot: isBot } = fieldsOf(found)
  return typeof id === 'number' &&
    Number.isSafeInteger(id) &&
    id > 0 &&
    typeof username === 'string' &&
    /^\w{1,64}$/.test(username) &&
    isBot === true
    ? ok({ id: String(id), handle: username })
    : err('not_telegram')
}

/** The bot, unless its messages go to a webhook, which is another program's. */
async function unlessWebhook(
  transport: Transport,
  server: BotMessengerServer,
  bot: BotIdentity,
): Promise<Result<BotIdentity, BotMessengerProbeFault>> {
  const info = await callBotApi(transport, server, {
    method: 'getWebhookInfo',
    fields: {},
    timeoutMs,
  })
  const { url } = fieldsOf(info)
  if (typeof url !== 'string') return err('not_telegram')
  return url === '' ? ok(bot) : err('webhook_elsewhere')
}
