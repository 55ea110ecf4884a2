import type { ServiceSurface } from '../../model/actor.ts'
import type {
  AnswerOutcome,
  ChatBot,
  ChatPostProgress,
  ChatThread,
  DeliveryLedger,
  Exchange,
  JobOf,
  JobOutcome,
  NewAnswer,
  Ports,
  ReplacedAnswer,
} from '../../ports/index.ts'
import { Unavailable } from '../../ports/platform/unavailable.ts'
import { err, ok } from '../../model/result.ts'
import type { ChatPostOutcome } from '../../model/chat/chat-post.ts'
import { identitySourceOf, type ChatSource } from '../../model/chat/chat-source.ts'
import { platformOf } from '../platform-of.ts'
import { configuredBot, type ConfiguredBot } from '../configured-bot.ts'

/** How platforms are named when they are unavailable. */
const platformNames = ['team-chat', 'bot-messenger', 'workspace-chat']

/** Either of the two jobs that reply to a post. */
export type ConversationTurnJob = JobOf<'answer_chat_post'> | JobOf<'admit_chat_sender'>
export type ConversationTurnPorts = Pick<
  Ports,
  'botSettings' | 'chatPlatforms' | 'chatPosts' | 'cipher' | 'log'
>

/** A post that is still to be replied to. */
export type ConversationTurn = {
  readonly bot: ChatBot
  readonly surface: ServiceSurface
  readonly text: string
  /** The reply that an earlier attempt stored; null without one. */
  readonly storedParts: ChatPostProgress['answer']
  /** The documents that the stored reply is based on. */
  readonly basedOn: ChatPostProgress['basedOn']
  readonly answerFor: ChatPostProgress['answerFor']
  /** The messages that hold parts of it, or are reserved for them. */
  readonly placed: ChatPostProgress['placed']
}

/** The chat that a job belongs to. Jobs that name no chat are from before Ken had more than one. */
const sourceOf = ({ source = 'teamchat' }: ConversationTurnJob): ChatSource => source

/** The thread that a job replies in. */
export const threadOf = ({ channelId, rootId, isTopic }: ConversationTurnJob): ChatThread => ({
  channelId,
  rootId,
  ...(isTopic && { isTopic }),
})

/** The chat as a surface: it is treated like every other surface. */
export const surfaceOf = (job: ConversationTurnJob): ServiceSurface => ({
  kind: 'surface',
  via: 'chat',
  keyId: null,
  source: identitySourceOf(sourceOf(job)),
  address: null,
  requestId: job.postId,
})

/**
 * Reads what a reply needs. Null when there is nothing to do: the post is closed, or the bot is off or replaced, which
 * closes the post. Throws while token or text cannot be decrypted.
 */
export async function openConversationTurn(
  ports: ConversationTurnPorts,
  job: ConversationTurnJob,
): Promise<ConversationTurn | null> {
  const [configured, post] = await Promise.all([
    currentBot(ports, job),
    ports.chatPosts.find(job.postId),
  ])
  if (post === null || post.closed !== null) return null
  const bot = configured.open()
  if (bot === null && isSameBot(configured, job))
    throw new Error(
      'The token of the bot cannot be read. Put the lost entry of KEN_SECRETS back, or enter the token again.',
    )
  if (bot === null || !isSameBot(configured, job)) {
    await dropConversationTurn(ports, job)
    return null
  }
  const text = ports.cipher.decrypt(job.sealedText, { purpose: 'chat_text', ownerId: job.postId })
  // During a rotation of secrets, another worker may be able to decrypt it.
  if (text === null)
    throw new Error(
      'A message cannot be read. Put the lost entry of KEN_SECRETS back, in every worker.',
    )
  const { answer: storedParts, basedOn, answerFor, placed } = post
  return { bot, surface: surfaceOf(job), text, storedParts, basedOn, answerFor, placed }
}

/** Whether the bot that received the post is on now. */
export const isBotOn = async (
  ports: ConversationTurnPorts,
  job: ConversationTurnJob,
): Promise<boolean> => isSameBot(await currentBot(ports, job), job)

/** The bot of the chat that a job belongs to, as it is set up now. */
const currentBot = (
  ports: ConversationTurnPorts,
  job: ConversationTurnJob,
): Promise<ConfiguredBot> => configuredBot(ports, ports.botSettings, sourceOf(job))

/** Whether the bot that received the post is still set up and on. */
const isSameBot = (configured: ConfiguredBot, job: ConversationTurnJob): boolean =>
  configured.isAvailable && configured.botId === job.botId

/** Whether senders may be linked by an address that the platform confirmed, now and by the bot that received the post. */
export async function mayMatchByEmail(
  ports: ConversationTurnPorts,
  job: ConversationTurnJob,
): Promise<boolean> {
  const configured = await currentBot(ports, job)
  return configured.matchesByEmail && isSameBot(configured, job)
}

/**
 * Closes a post whose bot is off or replaced. A bot that is off must show nothing more. The line that an earlier
 * attempt reserved may contain text of the answer already, so one attempt is made to remove it.
 */
async function dropConversationTurn(
  ports: ConversationTurnPorts,
  job: ConversationTurnJob,
): Promise<void> {
  const { postId, botId } = job
  const [configured, post] = await Promise.all([
    currentBot(ports, job),
    ports.chatPosts.find(postId),
  ])
  const placed = post?.placed ?? []
  const last = placed.findLastIndex((messageId) => messageId !== null)
  const bot = last !== -1 && configured.botId === botId ? configured.open('while_off') : null
  if (bot !== null) {
    const replyTo = { postId, postedAt: new Date(job.postedAt) }
    const nothing = { thread: threadOf(job), replyTo, parts: [], isNew: false }
    const ledger = ledgerOf(
      ports,
      job,
      placed.map((messageId, part) => (part === last ? messageId : null)),
    )
    await platformOf(ports.chatPlatforms, sourceOf(job))
      .threads.answer(bot, nothing, ledger)
      .catch(() => {})
  }
  await closeConversationTurn(ports, job, 'dropped')
}

export const closeConversationTurn = (
  { chatPosts }: Pick<Ports, 'chatPosts'>,
  { postId }: ConversationTurnJob,
  outcome: ChatPostOutcome,
): Promise<void> => chatPosts.close(postId, outcome)

/** The reply to a post. */
export type Reply = NewAnswer & {
  readonly outcome: ChatPostOutcome
  /** Set if the reply replaces the stored one. */
  readonly replaces?: ReplacedAnswer
  /** Added to the conversation when the reply is stored, once per post. */
  readonly exchange: Exchange | null
}

/** The ledger of the answer to a post. Each note is a transaction. */
const ledgerOf = (
  { chatPosts }: Pick<Ports, 'chatPosts'>,
  { postId }: ConversationTurnJob,
  placed: DeliveryLedger['placed'],
): DeliveryLedger => ({
  placed,
  note: (part, messageId) => chatPosts.notePlaced(postId, part, messageId),
})

/**
 * Stores the reply, posts it and closes the post. Stored first, so that all attempts, concurrent ones included, post the
 * same. Posts nothing if the bot was turned off meanwhile, or another attempt stored a reply for another person.
 */
export async function deliverReply(
  ports: ConversationTurnPorts,
  job: ConversationTurnJob,
  turn: ConversationTurn,
  reply: Reply,
): Promise<JobOutcome> {
  const { postId, botId } = job
  const receiver = { source: sourceOf(job), botId }
  const stored = await ports.chatPosts.storeAnswer(postId, reply, reply.exchange, receiver)
  if (stored === 'bot_off') await dropConversationTurn(ports, job)
  if (stored === null || stored === 'bot_off') return ok(null)
  if (turn.storedParts === null && stored.answerFor !== reply.answerFor)
    return err({ code: 'chat.deferred', reason: 'An answer for another person is stored.' })
  try {
    const replyTo = { postId, postedAt: new Date(job.postedAt) }
    const parts = turn.storedParts === null ? stored.parts : reply.parts
    const { isNew } = stored
    const { replaces } = reply
    const answer = {
      thread: threadOf(job),
      replyTo,
      parts,
      isNew,
      ...(replaces !== undefined && { replaces }),
      ...(reply.outcome === 'refused' && { isRefusal: true as const }),
      ...(job.isCommand && { asked: turn.text }),
    }
    const { threads } = platformOf(ports.chatPlatforms, turn.bot.source)
    const posted = await threads.answer(turn.bot, answer, ledgerOf(ports, job, stored.placed))
    const outcomes: Readonly<Record<AnswerOutcome, ChatPostOutcome>> = {
      posted: reply.outcome,
      not_begun: 'dropped',
      thread_gone: 'undeliverable',
      refused: 'undeliverable',
    }
    await closeConversationTurn(ports, job, outcomes[posted])
    return ok(null)
  } catch (error) {
    if (!(error instanceof Unavailable) || !platformNames.includes(error.dependency)) throw error
    const { message: reason, pauseSeconds } = error
    return err({ code: 'chat.deferred', reason, ...(pauseSeconds !== null && { pauseSeconds }) })
  }
}
