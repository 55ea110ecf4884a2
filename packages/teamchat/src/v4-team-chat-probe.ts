import {
  err,
  ok,
  type BotIdentity,
  type Result,
  type TeamChatFault,
  type TeamChatProbe,
  type TeamChatServer,
} from '@ken/core/ports'
import { TeamChatFailure, TeamChatRefusal } from './team-chat-failure.ts'
import { requestV4, type Connecting } from './v4-request.ts'

const answerBytesMax = 64 * 1024

/** Probes with GET /users/me. */
export const v4TeamChatProbe = (connecting: Connecting): TeamChatProbe => ({
  async probe(server) {
    try {
      return await findBot(connecting, server)
    } catch (error) {
      if (error instanceof TeamChatFailure) return err(error.fault)
      // No server refuses this to the holder of a token: it is something else that speaks JSON.
      if (error instanceof TeamChatRefusal) return err('not_team_chat')
      throw error
    }
  },
})

/** Who the token speaks for, when it is a bot. Throws as every request does. */
export async function findBot(
  connecting: Connecting,
  server: TeamChatServer,
  signal?: AbortSignal,
): Promise<Result<BotIdentity, TeamChatFault>> {
  const path = '/users/me'
  const user = await requestV4(connecting, server, { path, bodyBytesMax: answerBytesMax, ...(signal && { signal }) })
  const { id, username, is_bot: isBot } = typeof user === 'object' && user !== null ? (user as UserFields) : {}
  if (typeof id !== 'string' || !/^[a-z0-9]{26}$/.test(id) || typeof username !== 'string' || !/^\S{1,64}$/.test(username))
    return err('not_team_chat')
  return isBot === true ? ok({ id, handle: username }) : err('not_a_bot')
}

/** What the answer may hold: nothing of it is proven yet. */
type UserFields = { readonly id?: unknown; readonly username?: unknown; readonly is_bot?: unknown }
