import { outageProxy, teamChatDouble, type TeamChatDoubleOptions } from '@ken/testing'
import { onTestFinished } from 'vitest'
import { outboundGuard } from '../outbound-guard.ts'
import { systemTiming, type Timing } from '../timing.ts'
import type { Connecting } from '../v4-request.ts'

/** A double, a way to it that can be cut, its bot as Ken knows it, and a person. */
export async function openChat({ timing = systemTiming, ...options }: TeamChatDoubleOptions & { readonly timing?: Timing } = {}) {
  const double = await teamChatDouble(options)
  const proxy = await outageProxy(double.url)
  const close = async () => {
    await proxy.close()
    await double.close()
  }
  const connecting: Connecting = { guard: outboundGuard({ allowLoopback: true }), timing }
  const { bot } = double
  const server = { baseUrl: proxy.url, token: bot.token }
  const setAway = (isAway: boolean) => (isAway ? proxy.cut() : proxy.heal())
  return {
    double,
    proxy,
    connecting,
    server,
    bot: { ...server, botId: bot.id },
    alice: double.addPerson('alice'),
    setAway,
    close,
  }
}

/** The same, closed when the test ends. */
export async function openChatForTest(options: Parameters<typeof openChat>[0] = {}) {
  const chat = await openChat(options)
  onTestFinished(chat.close)
  return chat
}
