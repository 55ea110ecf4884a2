import type { BotMessengerBot, ChatListener } from '@ken/core/ports'
import type { Transport } from '../api/bot-api.ts'
import { Connection, type ConnectionOptions } from './connection.ts'
import { keepPolling } from './polling.ts'
import { keepWebhook } from './webhook.ts'

/** The clock, the log, and where the platform posts to Ken; null if it cannot. */
export type ListenerOptions = ConnectionOptions & { readonly webhookAddress: string | null }

/** Fetches updates, or has the server post them to Ken. */
export const telegramChatListener = (
  transport: Transport,
  { webhookAddress, ...options }: ListenerOptions,
): ChatListener<BotMessengerBot> => ({
  listen(bot, since, inbox) {
    const stopping = new AbortController()
    const { signal } = stopping
    const connection = new Connection(transport, options, { bot, inbox, signal })
    const work =
      bot.webhookSecret === null
        ? keepPolling(connection, since, webhookAddress)
        : keepWebhook(connection, { secret: bot.webhookSecret, address: webhookAddress })
    return {
      stop: async () => {
        stopping.abort()
        await work
      },
    }
  },
})
