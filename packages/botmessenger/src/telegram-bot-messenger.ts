import type { ChatPlatforms, Clock, Log } from '@ken/core/ports'
import { outboundGuard, systemTiming } from '@ken/outbound'
import type { Transport } from './api/bot-api.ts'
import { telegramChatListener } from './listener/telegram-chat-listener.ts'
import { telegramChatProbe } from './telegram-chat-probe.ts'
import { telegramChatWebhook } from './telegram-chat-webhook.ts'
import { telegramChatThreads } from './threads/telegram-chat-threads.ts'

export type TelegramBotMessengerOptions = {
  readonly clock: Clock
  readonly log: Log
  /** Whether a server of the Bot API may run on this machine. */
  readonly allowLoopback: boolean
  /** Where a server may post updates to Ken; null if it cannot. */
  readonly webhookAddress: string | null
}

/** The bot messenger Telegram. Opens no connection by itself. */
export function telegramBotMessenger({
  clock,
  log,
  allowLoopback,
  webhookAddress,
}: TelegramBotMessengerOptions): ChatPlatforms['bot_messenger'] {
  const transport: Transport = { guard: outboundGuard({ allowLoopback }), timing: systemTiming }
  return {
    listener: telegramChatListener(transport, { clock, log, webhookAddress }),
    probe: telegramChatProbe(transport, webhookAddress),
    threads: telegramChatThreads(transport, { clock, log }),
    webhook: telegramChatWebhook(transport, webhookAddress),
  }
}
