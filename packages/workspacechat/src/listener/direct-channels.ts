import { commandMsMax, type WorkspaceChatBot } from '@ken/core/ports'
import { fieldsOf } from '@ken/outbound'
import { WebApiFailure } from '../api/web-api-failure.ts'
import { callWebApi, type Transport } from '../api/web-api.ts'
import { isChannel } from './proven-message.ts'

/** The command still has to be stored in time. */
const timeoutMs = commandMsMax - 500
const knownMax = 10_000

/** The direct channel of a person with the bot. Throws as `callWebApi` does. */
export type DirectChannelOf = (user: string) => Promise<string>

/** Opens direct channels with `conversations.open`, and remembers them. */
export function directChannels(
  transport: Transport,
  { botToken: token }: WorkspaceChatBot,
  signal: AbortSignal,
): DirectChannelOf {
  const known = new Map<string, Promise<string>>()

  async function open(users: string): Promise<string> {
    const call = { method: 'conversations.open', token, fields: { users }, timeoutMs, signal }
    const { id } = fieldsOf((await callWebApi(transport, call)).fields['channel'])
    if (!isChannel(id)) throw new WebApiFailure('not_slack')
    return id
  }
  return (user) => {
    const found = known.get(user)
    if (found !== undefined) return found
    if (known.size >= knownMax) known.clear()
    const opening = open(user)
    known.set(user, opening)
    opening.catch(() => known.delete(user))
    return opening
  }
}
