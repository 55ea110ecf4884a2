import { err, type ChatInbox } from '@ken/core/ports'
import { blockedBy, provenMessage } from './proven-message.ts'
import { isTooLarge } from './updates.ts'

/** The kinds of updates that Ken asks for. */
export const allowedUpdates = ['message', 'my_chat_member'] as const

/**
 * Hands an update over, however it came; it may be any JSON value. Resolves once the inbox has accepted it, with the time
 * of its message in milliseconds; with one in the past if it has none.
 */
export async function deliverUpdate(
  update: unknown,
  botId: string,
  inbox: Pick<ChatInbox, 'receive' | 'blocked'>,
): Promise<number> {
  const noTime = -Infinity
  // A single one that is larger than what is read would come again for ever, and all later ones after it.
  if (isTooLarge(update)) {
    await inbox.receive(err({ reason: 'oversized', post: null }))
    return noTime
  }
  const blocked = blockedBy(update, botId)
  if (blocked !== null) {
    await inbox.blocked(blocked.channelId, blocked.at)
    return noTime
  }
  const event = provenMessage(update, botId)
  if (event === null) return noTime
  await inbox.receive(event)
  return (event.ok ? event.value : event.error.post)?.postedAt.getTime() ?? noTime
}
