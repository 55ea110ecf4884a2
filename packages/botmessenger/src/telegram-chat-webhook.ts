import type { ChatWebhook } from '@ken/core/ports'
import { faultOf } from './api/bot-api-failure.ts'
import { callBotApi, type Transport } from './api/bot-api.ts'
import { findWebhook } from './api/webhook-info.ts'
import { deliverUpdate } from './listener/deliver-update.ts'

/** Of each of the two calls, so that both take less than six seconds. */
const timeoutMs = 2_900

/** The address that a server of the Bot API posts to. */
export const telegramChatWebhook = (transport: Transport, address: string | null): ChatWebhook => ({
  address,
  deliver: async (bot, update, inbox) => void (await deliverUpdate(update, bot.botId, inbox)),
  async remove(bot, { confirmLease }) {
    try {
      const { url } = await findWebhook(transport, bot, { timeoutMs })
      if (url !== address && !bot.webhookAddresses.includes(url)) return null
      await confirmLease()
      await callBotApi(transport, bot, { method: 'deleteWebhook', fields: {}, timeoutMs })
      return null
    } catch (error) {
      return faultOf(error)
    }
  },
})
