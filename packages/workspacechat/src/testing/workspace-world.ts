import { outageProxy, workspaceChatDouble, type WorkspaceChatDoubleOptions } from '@ken/testing'
import { outboundGuard, systemTiming, type Timing } from '@ken/outbound'
import { onTestFinished, vi } from 'vitest'
import type { Transport } from '../api/web-api.ts'

/** A double of Slack, behind a proxy that can be cut, with an app and a person. */
export async function openWorkspace({
  timing = systemTiming,
  ...options
}: WorkspaceChatDoubleOptions & { readonly timing?: Timing } = {}) {
  const double = await workspaceChatDouble(options)
  const proxy = await outageProxy(new URL(double.apiUrl).origin)
  const close = async () => {
    await proxy.close()
    await double.close()
  }
  const apiUrl = new URL('/api/', proxy.url)
  const transport: Transport = { apiUrl, guard: outboundGuard({ allowLoopback: true }), timing }
  const { teamId, appId, botUser, botToken, appToken } = double.world
  const tokens = { botToken, appToken, signingSecret: null }
  const setUnavailable = (isUnavailable: boolean) => (isUnavailable ? proxy.cut() : proxy.heal())
  return {
    double,
    proxy,
    transport,
    tokens,
    bot: {
      ...tokens,
      source: 'workspace_chat',
      botId: `${teamId}:${botUser.id}`,
      workspaceId: teamId,
      appId,
      hasAiFeatures: true,
    } as const,
    ana: double.addPerson('ana'),
    setUnavailable,
    close,
  }
}

/** The same, closed when the test ends. */
export async function openWorkspaceForTest(options: Parameters<typeof openWorkspace>[0] = {}) {
  const workspace = await openWorkspace(options)
  onTestFinished(workspace.close)
  return workspace
}

/** Waits long enough for a busy machine. */
export const eventually = (assertions: () => void): Promise<void> =>
  vi.waitFor(assertions, { timeout: 10_000, interval: 5 })

/** Timers of these lengths limit a call; all others are pauses, which tests do not wait for. */
const limitsMs: readonly number[] = [1_500, 2_000, 2_500, 2_900, 5_000, 10_000, 15_000, 20_000]
const pauseMs = 20

/** Real timers that shorten pauses and keep time limits. */
export const fastTiming: Timing = {
  ...systemTiming,
  after: (milliseconds, callback) =>
    systemTiming.after(limitsMs.includes(milliseconds) ? milliseconds : pauseMs, callback),
}
