import {
  err,
  ok,
  type BotIdentity,
  type Result,
  type TeamChatFault,
  type ChatProbe,
  type TeamChatServer,
} from '@ken/core/ports'
import { fieldsOf } from '@ken/outbound'
import { knownFailure } from './rest/team-chat-failure.ts'
import { requestV4, type Transport } from './rest/v4-request.ts'

const responseBytesMax = 64 * 1024

/** Probes with GET /users/me. */
export const v4TeamChatProbe = (transport: Transport): ChatProbe<'teamchat'> => ({
  async probe(server) {
    try {
      return await findBot(transport, server)
    } catch (error) {
      const failure = knownFailure(error)
      if (failure === null) throw error
      return err(failure.fault)
    }
  },
})

/** The account of the token, if it is a bot. Throws as `requestV4` does. */
export async function findBot(
  transport: Transport,
  server: TeamChatServer,
  signal?: AbortSignal,
): Promise<Result<BotIdentity, TeamChatFault>> {
  const path = '/users/me'
  const user = await requestV4(transport, server, {
    path,
    bodyBytesMax: responseBytesMax,
    ...(signal && { signal }),
  })
  const { id, username, is_bot: isBot } = fieldsOf(user)
  if (
    typeof id !== 'string' ||
    !/^[a-z0-9]{26}$/.test(id) ||
    typeof username !== 'string' ||
    !/^\S{1,64}$/.test(username)
  )
    return err('not_team_chat')
  return isBot === true ? ok({ id, handle: username }) : err('not_a_bot')
}
