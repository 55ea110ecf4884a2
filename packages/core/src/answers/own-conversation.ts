import type { Person } from '../model/actor.ts'
import type { AccessChanged, ConversationNotFound } from '../model/answers/answer-errors.ts'
import { earlierMessagesMax, ownConversationKey, type Message } from '../model/conversation.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { PersonVisibility, Ports, Transacts, Visibility } from '../ports/index.ts'
import { Unavailable } from '../ports/platform/unavailable.ts'

type InConversation = {
  readonly actor: Person
  readonly visibility: Visibility
  readonly conversationId?: string | undefined
}

/**
 * The earlier messages of the caller's conversation, without those based on documents that the caller may not see now.
 */
export async function earlierMessages(
  ports: Transacts<'conversations' | 'documents'>,
  { actor: { userId }, visibility, conversationId }: InConversation,
): Promise<Result<readonly Message[], ConversationNotFound>> {
  if (conversationId === undefined) return ok([])
  const key = ownConversationKey(userId, conversationId)
  return ports.transact(async ({ conversations, documents }) => {
    const messages = await conversations.listMessages(key, userId, earlierMessagesMax)
    if (messages.length === 0) return err({ code: 'conversation.not_found' })
    const ids = messages.flatMap(({ basedOn }) => basedOn)
    const visible = await documents.findVisible(ids, visibility)
    return ok(messages.filter(({ basedOn }) => basedOn.every((id) => visible.has(id))))
  })
}

type KeepAnswer = InConversation & {
  readonly remember?: boolean | undefined
  readonly readVisibility: () => Promise<PersonVisibility | null>
  readonly signal: AbortSignal
}

/**
 * Keeps question and answer if the caller asked for it, is still the same person and may still see what the answer is
 * based on. Returns the id of the conversation; null without one.
 */
export async function keepAnswer(
  ports: Pick<Ports, 'ids'> & Transacts<'conversations' | 'documents'>,
  { actor: { userId }, conversationId, remember = false, readVisibility, signal }: KeepAnswer,
  messages: readonly Message[],
): Promise<Result<string | null, AccessChanged | ConversationNotFound>> {
  const basedOn = messages.flatMap((message) => message.basedOn)
  const now = await readVisibility()
  // A service key may meanwhile act for another person.
  if (now?.userId !== userId) return err({ code: 'ask.access_changed' })
  return ports.transact(async ({ conversations, documents }) => {
    const visible = await documents.findVisible(basedOn, now.visibility)
    if (!basedOn.every((id) => visible.has(id))) return err({ code: 'ask.access_changed' })
    if (signal.aborted) throw new Unavailable('request', 'The request ended before its answer.')
    if (conversationId === undefined && !remember) return ok(null)
    const id = conversationId ?? ports.ids.newId()
    const key = ownConversationKey(userId, id)
    // It may have been forgotten while the model wrote.
    if (conversationId !== undefined && !(await conversations.lock(key, userId)))
      return err({ code: 'conversation.not_found' })
    return (await conversations.append(key, userId, messages, () => ports.ids.newId()))
      ? ok(id)
      : err({ code: 'ask.access_changed' })
  })
}
