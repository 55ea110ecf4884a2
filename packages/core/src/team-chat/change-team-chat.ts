import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Actor } from '../model/actor.ts'
import { changeBot } from '../chat/settings/switching.ts'
import type { BotSettingsStores, Ports, Transacts } from '../ports/index.ts'
import { ok, type Result } from '../model/result.ts'
import type { TeamChatError } from '../model/team-chat/team-chat-errors.ts'
import { changedTeamChat, parseTeamChatChange, type TeamChatInput } from './team-chat-change.ts'
import { teamChatSetup } from './team-chat-setup.ts'
import { teamChatStatus, type TeamChatStatus } from './team-chat-status.ts'

export type ChangeTeamChat = TeamChatInput & { readonly actor: Actor }

/** Changes address, token and switch of the team-chat bot, as `changeBot` does. A new server removes all links: its users are not those of the old one. */
export async function changeTeamChat(
  ports: Pick<Ports, 'cipher' | 'attemptLimits' | 'log' | 'chatHealth' | 'chatPlatforms'> &
    Transacts<'accounts' | 'audit' | 'chatMarks' | 'identities' | 'now' | BotSettingsStores>,
  { actor, ...input }: ChangeTeamChat,
): Promise<Result<TeamChatStatus, Forbidden | TeamChatError>> {
  const parsed = parseTeamChatChange(input)
  if (!parsed.ok) return parsed
  const changed = await changeBot(ports, teamChatSetup, {
    actor,
    change: (before) => changedTeamChat(before, parsed.value, ports),
  })
  return changed.ok ? ok(await teamChatStatus(ports, changed.value)) : changed
}
