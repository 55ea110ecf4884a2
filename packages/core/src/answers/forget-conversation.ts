import type { Person } from '../model/actor.ts'
import type { ConversationNotFound } from '../model/answers/answer-errors.ts'
import { ownConversationKey } from '../model/conversation.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Transacts } from '../ports/index.ts'

export type ForgetConversation = { readonly actor: Person; readonly conversationId: string }

/**
 * Deletes a conversation of the caller, started with this key or another of theirs. Conversations of other people are
 * reported as not found.
 */
export async function forgetConversation(
  ports: Transacts<'conversations'>,
  { actor: { userId }, conversationId }: ForgetConversation,
): Promise<Result<null, ConversationNotFound>> {
  const key = ownConversationKey(userId, conversationId)
  return ports.transact(async ({ conversations }) =>
    (await conversations.remove(key, userId)) ? ok(null) : err({ code: 'conversation.not_found' }),
  )
}
