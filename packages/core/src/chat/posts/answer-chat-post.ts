import { answerQuestion } from '../../answers/answer-question.ts'
import { answerText } from '../../model/answers/answer.ts'
import {
  earlierMessagesMax,
  storableText,
  type ConversationKey,
  type Message,
} from '../../model/conversation.ts'
import { personOnBehalf, type PersonOnBehalf } from '../../authorization/on-behalf.ts'
import type { JobOf, JobOutcome, Ports, Transacts, Typing } from '../../ports/index.ts'
import type { DocumentId } from '../../model/knowledge/document.ts'
import { ok } from '../../model/result.ts'
import { answerParts, partLimits } from '../../model/chat/answer-parts.ts'
import { admittedPostsMax } from '../../model/chat/chat-post.ts'
import type { ChatSource } from '../../model/chat/chat-source.ts'
import { platformOf } from '../platform-of.ts'
import { partialAnswer, type PartialAnswer } from './partial-answer.ts'
import { isFormattedCode, refusalText } from './refusal.ts'
import { replyWithoutSearch } from './reply-without-search.ts'
import {
  deliverReply,
  isBotOn,
  openConversationTurn,
  surfaceOf,
  threadOf,
  type ConversationTurn,
  type ConversationTurnPorts,
} from './conversation-turn.ts'

type AnswerPorts = ConversationTurnPorts &
  Pick<
    Ports,
    | 'answerLimiter'
    | 'answerModel'
    | 'clock'
    | 'embedder'
    | 'identityHolders'
    | 'ids'
    | 'linkCodeSource'
    | 'searchIndex'
    | 'searchLimiter'
  > &
  Transacts<'chatPosts' | 'conversations' | 'documents' | 'jobs'>
type AnswerJob = JobOf<'answer_chat_post'>

const noTextReply = 'Please ask in words: I do not read files.'
const tooManyReply = `I answer ${admittedPostsMax} messages a minute. Please ask this again in a minute.`
const accessChangedReply = 'What you may see has changed since you asked. Please ask again.'

/**
 * Answers a post in its thread, from what its author may see at this moment. Posts of unlinked senders are re-queued for
 * admission before anything is searched. Idempotent: repeated attempts post one answer.
 */
export async function answerChatPost(ports: AnswerPorts, job: AnswerJob): Promise<JobOutcome> {
  const found = personOnBehalf(ports, surfaceOf(job), job.authorId)
  // It may fail before the turn is open, or dropped.
  found.catch(() => {})
  const turn = await openConversationTurn(ports, job)
  if (turn === null) return ok(null)
  const person = await found
  const isCode =
    ports.linkCodeSource.isCode(turn.text) && (person === null || isFormattedCode(turn.text))
  const isAnswerable =
    person !== null &&
    !isCode &&
    (job.isAdmitted || turn.storedParts === null || turn.answerFor === person.holder.userId)
  if (isAnswerable) {
    const answered = await answerPerson(ports, job, turn, person)
    if (answered !== null) return answered
  }
  const isWithheld = person === null || isAnswerable
  if (turn.storedParts !== null && isWithheld && turn.storedParts[0] !== refusalText)
    return withholdAnswer(ports, job, turn, turn.storedParts.length)
  await ports.transact(async ({ jobs }) => {
    return ok(
      await jobs.enqueue([
        {
          ...job,
          kind: 'admit_chat_sender',
          wasLinked: person !== null,
          ...(isCode && { mayBeCode: true }),
        },
      ]),
    )
  })
  return ok(null)
}

/**
 * Stops an answer that was stored for a person who may no longer receive it. If a part of it was already posted, the
 * refusal follows. If lines were reserved for it, the first one becomes the refusal and the others are removed.
 */
async function withholdAnswer(
  ports: AnswerPorts,
  job: AnswerJob,
  turn: ConversationTurn,
  partsCount: number,
): Promise<JobOutcome> {
  return deliverReply(ports, job, turn, {
    parts: [refusalText],
    basedOn: [],
    answerFor: null,
    outcome: 'refused',
    replaces: { partsCount, onlyIfBegun: true },
    exchange: null,
  })
}

/** Null if the person may no longer be answered when the answer is complete, or if the stored answer is another person's. */
async function answerPerson(
  ports: AnswerPorts,
  job: AnswerJob,
  turn: ConversationTurn,
  { holder }: PersonOnBehalf,
): Promise<JobOutcome | null> {
  if (turn.answerFor !== null && turn.answerFor !== holder.userId) return null
  // An earlier version may have stored, and begun to post, another reply to this text.
  const reply = job.isAdmitted ? replyWithoutSearch(turn.bot.source, turn.text) : tooManyReply
  const fixed = turn.storedParts === null ? reply : null
  if (fixed !== null)
    return deliverReply(ports, job, turn, {
      parts: [fixed],
      basedOn: [],
      answerFor: holder.userId,
      outcome: 'answered',
      exchange: null,
    })
  const key = await conversationOf(ports, turn, job)
  const { threads } = platformOf(ports.chatPlatforms, turn.bot.source)
  const typing = threads.startTyping(turn.bot, threadOf(job))
  try {
    return await answerInConversation(ports, job, turn, { holder, key, typing })
  } finally {
    typing.stop()
  }
}

type Asking = {
  readonly holder: Holder
  readonly key: ConversationKey
  readonly typing: Typing
}

/** Null if the sender is no longer linked to the person when the answer is complete. */
async function answerInConversation(
  ports: AnswerPorts,
  job: AnswerJob,
  turn: ConversationTurn,
  { holder: { userId, principals }, key, typing }: Asking,
): Promise<JobOutcome | null> {
  const { storedParts } = turn
  const question = storableText(turn.text)
  const partial = partialAnswer(ports, typing, {
    postId: job.postId,
    mayShow: async (basedOn) =>
      (await isBotOn(ports, job)) &&
      (await maySeeAll(ports, turn, job, { userId, basedOn })) === true,
  })
  const found =
    storedParts === null
      ? await composeReply(ports, {
          source: turn.bot.source,
          question,
          key,
          isFirst: job.rootId === job.postId,
          userId,
          principals,
          partial,
        })
      : { parts: storedParts, text: '', basedOn: turn.basedOn }
  // A model may take many seconds, and a retry may come hours later.
  const mayHaveChanged = ports.answerModel !== null || storedParts !== null
  const reply = mayHaveChanged
    ? await recheckVisibility(ports, turn, job, { userId, found })
    : found
  if (reply === null) return null
  const { parts, text, basedOn } = reply
  const messages: readonly Message[] = [
    { role: 'person', text: question, basedOn: [] },
    { role: 'assistant', text, basedOn },
  ]
  const isReplaced = storedParts !== null && reply !== found
  return deliverReply(ports, job, turn, {
    parts,
    basedOn,
    answerFor: userId,
    outcome: 'answered',
    ...(isReplaced && { replaces: { partsCount: storedParts.length, onlyIfBegun: false } }),
    exchange: { key, userId, messages, newId: () => ports.ids.newId() },
  })
}

/**
 * The conversation of the thread. If an answer began the thread, such as the answer to a command, it is the
 * conversation of that answer.
 */
async function conversationOf(
  { transact }: AnswerPorts,
  { surface: { source } }: ConversationTurn,
  { postId, channelId, rootId }: AnswerJob,
): Promise<ConversationKey> {
  if (rootId === postId) return { source, channelId, rootId }
  const { value: root } = await transact(async ({ chatPosts }) =>
    ok(await chatPosts.findRoot(channelId, rootId)),
  )
  return { source, channelId, rootId: root ?? rootId }
}

type Holder = PersonOnBehalf['holder']
type Question = Pick<Holder, 'userId' | 'principals'> & {
  readonly source: ChatSource
  readonly question: string
  readonly key: ConversationKey
  /** Closed by the time the reply exists. */
  readonly partial: PartialAnswer
  /** Whether the post starts its thread. */
  readonly isFirst: boolean
}
type ReplyText = { readonly parts: readonly string[] } & Pick<Message, 'text' | 'basedOn'>

const replyText = (source: ChatSource, text: string, basedOn: Message['basedOn']): ReplyText => ({
  parts: answerParts(text, partLimits[source]),
  text,
  basedOn,
})

async function composeReply(
  ports: AnswerPorts,
  { source, question, key, isFirst, userId, principals, partial }: Question,
): Promise<ReplyText> {
  const visibility = { principals, sources: null }
  const earlier = isFirst ? [] : await earlierMessages(ports, key, { userId, principals })
  const asked = { userId, visibility, question, earlier }
  let answered: Awaited<ReturnType<typeof answerQuestion>>
  try {
    answered = await answerQuestion(ports, asked, partial.show)
  } finally {
    await partial.close()
  }
  return answered.ok
    ? replyText(source, answerText(answered.value), answered.value.basedOn)
    : replyText(source, noTextReply, [])
}

/** The earlier messages of the conversation, without answers from documents that the person may no longer see. */
const earlierMessages = async (
  { transact }: AnswerPorts,
  key: ConversationKey,
  { userId, principals }: Pick<Holder, 'userId' | 'principals'>,
): Promise<readonly Message[]> =>
  (
    await transact(async ({ conversations, documents }) => {
      const earlier = await conversations.listMessages(key, userId, earlierMessagesMax)
      const visible = await documents.findVisible(
        earlier.flatMap(({ basedOn }) => basedOn),
        { principals, sources: null },
      )
      return ok(earlier.filter(({ basedOn }) => basedOn.every((id) => visible.has(id))))
    })
  ).value

/**
 * The reply if the person may still see all its documents, otherwise a text that says that access has changed; null if
 * the sender is no longer linked to this person.
 */
async function recheckVisibility(
  ports: AnswerPorts,
  turn: ConversationTurn,
  job: AnswerJob,
  { userId, found }: Pick<Holder, 'userId'> & { readonly found: ReplyText },
): Promise<ReplyText | null> {
  const { basedOn } = found
  const isVisible = await maySeeAll(ports, turn, job, { userId, basedOn })
  if (isVisible === null) return null
  return isVisible ? found : replyText(turn.bot.source, accessChangedReply, [])
}

/** Whether the person may see all these documents now; null if the sender is linked to no one, or to another person. */
async function maySeeAll(
  ports: AnswerPorts,
  { surface }: ConversationTurn,
  { authorId }: AnswerJob,
  { userId, basedOn }: Pick<Holder, 'userId'> & { readonly basedOn: readonly DocumentId[] },
): Promise<boolean | null> {
  const person = await personOnBehalf(ports, surface, authorId)
  if (person?.holder.userId !== userId) return null
  const { principals } = person.holder
  const { value: visible } = await ports.transact(async ({ documents }) =>
    ok(await documents.findVisible(basedOn, { principals, sources: null })),
  )
  return basedOn.every((id) => visible.has(id))
}
