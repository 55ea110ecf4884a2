import {
  botMessengerProbeFaults,
  err,
  ok,
  type BotIdentity,
  type BotMessengerFault,
  type BotMessengerProbeFault,
  type BotMessengerServer,
  type ChatProbe,
  type Result,
} from '@ken/core/ports'
import { fieldsOf } from '@ken/outbound'
import { faultOf } from './api/bot-api-failure.ts'
import { callBotApi, type Transport } from './api/bot-api.ts'
import { findWebhook } from './api/webhook-info.ts'

/** Of each of the two calls, so that both take less than six seconds. */
const timeoutMs = 2_900

/** Probes with `getMe` and `getWebhookInfo`. */
export const telegramChatProbe = (
  transport: Transport,
  ownAddress: string | null = null,
): ChatProbe<'bot_messenger'> => ({
  async probe(server) {
    try {
      const bot = await findBot(transport, server)
      if (!bot.ok) return bot
      const { url } = await findWebhook(transport, server, { timeoutMs })
      const isElsewhere = url !== '' && url !== ownAddress && !server.webhookAddresses.includes(url)
      return isElsewhere ? err('webhook_elsewhere') : bot
    } catch (error) {
      return err(probeFaultOf(faultOf(error)))
    }
  },
})

/** Faults that only a listener finds are none of a probe. */
const probeFaultOf = (fault: BotMessengerFault): BotMessengerProbeFault =>
  botMessengerProbeFaults.find((known) => known === fault) ?? 'server_failing'

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
