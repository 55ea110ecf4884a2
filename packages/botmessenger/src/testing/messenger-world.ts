import { outageProxy, botMessengerDouble, type BotMessengerDoubleOptions } from '@ken/testing'
import { outboundGuard, systemTiming, type Timing } from '@ken/outbound'
import { onTestFinished, vi } from 'vitest'
import type { Transport } from '../api/bot-api.ts'

/** A double of the Bot API, behind a proxy that can be cut, with a bot and a person. */
export async function openMessenger({
  timing = systemTiming,
  ...options
}: BotMessengerDoubleOptions & { readonly timing?: Timing } = {}) {
  const double = await botMessengerDouble(options)
  const proxy = await outageProxy(double.url)
  const close = async () => {
    await proxy.close()
    await double.close()
  }
  const transport: Transport = { guard: outboundGuard({ allowLoopback: true }), timing }
  const server = { apiRoot: proxy.url, token: double.token, webhookAddresses: [] }
  const setUnavailable = (isUnavailable: boolean) => (isUnavailable ? proxy.cut() : proxy.heal())
  return {
    double,
    transport,
    server,
    bot: {
      ...server,
      source: 'bot_messenger',
      botId: String(double.bot.id),
      webhookSecret: null,
    } as const,
    ana: double.addPerson('Ana'),
    setUnavailable,
    close,
  }
}

/** The same, closed when the test ends. */
export async function openMessengerForTest(options: Parameters<typeof openMessenger>[0] = {}) {
  const messenger = await openMessenger(options)
  onTestFinished(messenger.close)
  return messenger
}

/** Waits long enough for a busy machine. */
export const eventually = (assertions: () => void): Promise<void> =>
  vi.waitFor(assertions, { timeout: 10_000, interval: 5 })

/** Timers of these lengths limit a call; all others are pauses, which tests do not wait for. */
const limitsMs: readonly number[] = [2_900, 5_000, 10_000, 15_000, 35_000]
const pauseMs = 20

/** Real timers that shorten pauses and keep time limits. */
export const fastTiming: Timing = {
  ...systemTiming,
  after: (milliseconds, callback) =>
    systemTiming.after(limitsMs.includes(milliseconds) ? milliseconds : pauseMs, callback),
}
