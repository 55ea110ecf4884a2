import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerStandingOf } from '../authorization/standing.ts'
import type { Actor } from '../model/actor.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { shownTeamChat, type ShownTeamChat } from './shown-team-chat.ts'
import type { TeamChatSettings } from '../model/team-chat/team-chat-settings.ts'

export type ShowTeamChat = { readonly actor: Actor }

/** How the team-chat bot is set up, and whether what is written to it arrives. For Owner, Admin and operator. */
export async function showTeamChat(
  ports: Pick<Ports, 'teamChatHealth' | 'transact'>,
  { actor }: ShowTeamChat,
): Promise<Result<ShownTeamChat, Forbidden>> {
  const found = await ports.transact(async (stores): Promise<Result<TeamChatSettings, Forbidden>> => {
    if (!isAdministrator(await readerStandingOf(stores, actor))) return err({ code: 'account.forbidden' })
    return ok(await stores.teamChatSettings.read())
  })
  return found.ok ? ok(await shownTeamChat(ports, found.value)) : found
}
