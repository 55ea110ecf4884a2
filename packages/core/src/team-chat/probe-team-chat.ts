import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Actor } from '../model/actor.ts'
import { testBot } from '../chat/settings/probing.ts'
import type { BotSettingsStores, Ports, Transacts } from '../ports/index.ts'
import { ok, type Result } from '../model/result.ts'
import type { BotProbesExhausted } from '../model/chat/bot-errors.ts'
import type { ProbeFault } from '../model/team-chat/team-chat-errors.ts'
import { teamChatSetup } from './team-chat-setup.ts'
import { teamChatStatus, type TeamChatStatus } from './team-chat-status.ts'

export type ProbeTeamChat = { readonly actor: Actor }
/** `fault` is null when the server serves the bot. */
export type ProbedTeamChat = {
  readonly fault: ProbeFault | null
  readonly teamChat: TeamChatStatus
}

/**
 * Probes the team-chat server with the bot's token, and stores the result. For Owner, Admin and operator. It verifies
 * address and token only, and turns nothing on or off.
 */
export async function probeTeamChat(
  ports: Pick<Ports, 'cipher' | 'attemptLimits' | 'log' | 'chatHealth' | 'chatPlatforms'> &
    Transacts<'accounts' | 'audit' | 'chatMarks' | 'identities' | 'now' | BotSettingsStores>,
  { actor }: ProbeTeamChat,
): Promise<Result<ProbedTeamChat, Forbidden | BotProbesExhausted<'team_chat'>>> {
  const tested = await testBot(ports, teamChatSetup, actor)
  if (!tested.ok) return tested
  const { fault, settings } = tested.value
  return ok({ fault, teamChat: await teamChatStatus(ports, settings) })
}
