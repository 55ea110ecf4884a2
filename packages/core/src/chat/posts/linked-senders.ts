import type { ChatMessage } from '../../model/chat/chat-message.ts'
import { identitySourceOf, type ChatSource } from '../../model/chat/chat-source.ts'
import { parseExternalId } from '../../model/identities/identity.ts'
import type { Stores } from '../../ports/index.ts'

/** Tells which of these messages are by linked people. It only decides an order; permissions are checked by the jobs. */
export async function linkedSenders(
  { identities }: Pick<Stores, 'identities'>,
  source: ChatSource,
  messages: readonly ChatMessage[],
): Promise<(message: ChatMessage) => boolean> {
  const linked = await identities.findLinked(
    identitySourceOf(source),
    messages.flatMap(({ authorId }) => parseExternalId(authorId) ?? []),
  )
  return ({ authorId }) => {
    const sender = parseExternalId(authorId)
    return sender !== null && linked.has(sender)
  }
}
