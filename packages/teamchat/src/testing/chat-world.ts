import { outageProxy, teamChatDouble, type TeamChatDoubleOptions } from '@ken/testing'
import { onTestFinished } from 'vitest'
import { outboundGuard, systemTiming, type Timing } from '@ken/outbound'
import type { Transport } from '../rest/v4-request.ts'

/** A double of the server, behind a proxy that can be cut, with a bot and a person. */
export async function openChat({
  timing = systemTiming,
  ...options
}: TeamChatDoubleOptions & { readonly timing?: Timing } = {}) {
  const double = await teamChatDouble(options)
  const proxy = await outageProxy(double.url)
  const close = async () => {
    await proxy.close()
    await double.close()
  }
  const transport: Transport = { guard: outboundGuard({ allowLoopback: true }), timing }
  const { bot } = double
  const server = { baseUrl: proxy.url, token: bot.token }
  const setUnavailable = (isUnavailable: boolean) => (isUnavailable ? proxy.cut() : proxy.heal())
  return {
    double,
    proxy,
    transport,
    server,
    bot: { ...server, source: 'teamchat', botId: bot.id } as const,
    alice: double.addPerson('alice'),
    setUnavailable,
    close,
  }
}

/** The same, closed when the test ends. */
export async function openChatForTest(options: Parameters<typeof openChat>[0] = {}) {
  const chat = await openChat(options)
  onTestFinished(chat.close)
  return chat
}
