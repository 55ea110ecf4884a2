import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import type { Ports, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { teamChatStatus, type TeamChatStatus } from './team-chat-status.ts'
import type { TeamChatSettings } from '../model/team-chat/team-chat-settings.ts'

export type ShowTeamChat = { readonly actor: Actor }

/** The settings of the team-chat bot, and whether messages to it arrive. For Owner, Admin and operator. */
export async function showTeamChat(
  ports: Pick<Ports, 'chatHealth'> & Transacts<'accounts' | 'chatMarks' | 'teamChatSettings'>,
  { actor }: ShowTeamChat,
): Promise<Result<TeamChatStatus, Forbidden>> {
  const found = await ports.transact(
    async (stores): Promise<Result<TeamChatSettings, Forbidden>> => {
      if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
        return err({ code: 'account.forbidden' })
      return ok(await stores.teamChatSettings.read())
    },
  )
  return found.ok ? ok(await teamChatStatus(ports, found.value)) : found
}
