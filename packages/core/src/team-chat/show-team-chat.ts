import type { Forbidden } from '../accounts/account-errors.ts'
import { isAdministrator, standingOf } from '../accounts/standing.ts'
import type { Actor } from '../actor.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../result.ts'
import { shownTeamChat, type ShownTeamChat } from './shown-team-chat.ts'

export type ShowTeamChat = { readonly actor: Actor }

/** How the team-chat bot is set up. For Owner, Admin and operator. */
export async function showTeamChat(
  ports: Pick<Ports, 'transact'>,
  { actor }: ShowTeamChat,
): Promise<Result<ShownTeamChat, Forbidden>> {
  return ports.transact(async (stores) =>
    isAdministrator(await standingOf(stores, actor))
      ? ok(shownTeamChat(await stores.teamChatSettings.read()))
      : err({ code: 'account.forbidden' }),
  )
}
