import { readBotSettings } from '../chat/settings/read-bot-settings.ts'
import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Actor } from '../model/actor.ts'
import { ok, type Result } from '../model/result.ts'
import type { BotSettingsStores, Ports, Transacts } from '../ports/index.ts'
import { teamChatSetup } from './team-chat-setup.ts'
import { teamChatStatus, type TeamChatStatus } from './team-chat-status.ts'

export type ShowTeamChat = { readonly actor: Actor }

/** The settings of the team-chat bot, and whether messages to it arrive. For Owner, Admin and operator. */
export async function showTeamChat(
  ports: Pick<Ports, 'chatHealth'> & Transacts<'accounts' | 'chatMarks' | BotSettingsStores>,
  { actor }: ShowTeamChat,
): Promise<Result<TeamChatStatus, Forbidden>> {
  const found = await readBotSettings(ports, teamChatSetup, actor)
  return found.ok ? ok(await teamChatStatus(ports, found.value)) : found
}
