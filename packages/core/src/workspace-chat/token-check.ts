import { configuredBot } from '../chat/configured-bot.ts'
import { ok } from '../model/result.ts'
import { inWorkspace } from '../model/workspace-chat/workspace-chat-ids.ts'
import type { BotSettingsStores, Ports, Transacts, WorkspaceChatBot } from '../ports/index.ts'

export type TokenCheckPorts = Pick<
  Ports,
  'chatHealth' | 'chatPlatforms' | 'cipher' | 'clock' | 'log'
> &
  Transacts<BotSettingsStores>

/** Limits checks caused by events, which may repeat. */
const eventChecksEveryMs = 10_000

/**
 * Checks a bot token after an event that it was revoked, and reports a refused one. The listener, often in another process,
 * checks only every 30 seconds. Returns at once and never throws.
 */
export function tokenCheck(ports: TokenCheckPorts): (bot: WorkspaceChatBot) => void {
  const { chatHealth, chatPlatforms, clock, log } = ports
  let lastCheckMs = -Infinity

  /** The token of another bot is as good as none. Any other failure says nothing about the token. */
  async function isRefused({ botId, botToken }: WorkspaceChatBot): Promise<boolean> {
    const tokens = { botToken, appToken: null, signingSecret: null }
    const found = await chatPlatforms.workspace_chat.probe.probe(tokens)
    return found.ok
      ? inWorkspace(found.value.workspaceId, found.value.id) !== botId
      : found.error === 'token_refused'
  }
  /** Whether the bot is still on with this token: both may have changed during the check. */
  async function isInUse({ botToken }: WorkspaceChatBot): Promise<boolean> {
    const { value: bot } = await ports.transact(async (stores) =>
      ok((await configuredBot(ports, stores, 'workspace_chat')).open()),
    )
    return bot?.source === 'workspace_chat' && bot.botToken === botToken
  }
  async function check(bot: WorkspaceChatBot): Promise<void> {
    if (!(await isRefused(bot)) || !(await isInUse(bot))) return
    // No report means that no listener runs, which must stay visible.
    const report = await chatHealth.read(bot.botId)
    if (report?.state !== 'listening') return
    log.warn('workspace_chat.token_revoked')
    await chatHealth.beat(bot.botId, {
      state: 'not_connected',
      since: clock.now(),
      reason: 'token_refused',
    })
  }
  return (bot) => {
    const nowMs = clock.now().getTime()
    // A clock that was set back must not make the wait longer.
    if (nowMs >= lastCheckMs && nowMs < lastCheckMs + eventChecksEveryMs) return
    lastCheckMs = nowMs
    check(bot).catch(() => log.warn('workspace_chat.token_unchecked'))
  }
}
