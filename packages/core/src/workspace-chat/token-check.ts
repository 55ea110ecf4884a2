import { inWorkspace } from '../model/workspace-chat/workspace-chat-ids.ts'
import type { Ports, WorkspaceChatBot } from '../ports/index.ts'

export type TokenCheckPorts = Pick<Ports, 'chatHealth' | 'chatPlatforms' | 'clock' | 'log'>

/** The platform may tell many times that a token was revoked. */
const askedEveryMs = 10_000

/**
 * Checks the token of a bot when the platform tells that it was revoked, and reports it if it is: the listener, which may run
 * in another process, checks the token only every half a minute. Neither waits nor throws.
 */
export function tokenCheck({
  chatHealth,
  chatPlatforms,
  clock,
  log,
}: TokenCheckPorts): (bot: WorkspaceChatBot) => void {
  let askedMs = -Infinity

  /** The token of another bot is as good as none. Any other failure says nothing about the token. */
  async function isRefused({ botId, botToken }: WorkspaceChatBot): Promise<boolean> {
    const tokens = { botToken, appToken: null, signingSecret: null }
    const found = await chatPlatforms.workspace_chat.probe.probe(tokens)
    return found.ok
      ? inWorkspace(found.value.workspaceId, found.value.id) !== botId
      : found.error === 'token_refused'
  }
  async function check(bot: WorkspaceChatBot): Promise<void> {
    if (!(await isRefused(bot))) return
    const report = await chatHealth.read(bot.botId)
    if (report?.state === 'not_connected' && report.reason === 'token_refused') return
    log.warn('workspace_chat.token_revoked')
    await chatHealth.beat(bot.botId, {
      state: 'not_connected',
      since: clock.now(),
      reason: 'token_refused',
    })
  }
  return (bot) => {
    const nowMs = clock.now().getTime()
    if (nowMs < askedMs + askedEveryMs) return
    askedMs = nowMs
    check(bot).catch(() => log.warn('workspace_chat.token_unchecked'))
  }
}
