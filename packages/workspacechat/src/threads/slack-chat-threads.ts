import {
  inWorkspace,
  numberedParts,
  partsEndOf,
  Unavailable,
  withoutWorkspace,
  workspaceChatMessageOf,
  workspaceChatPostId,
  type AnswerOutcome,
  type AnswerPart,
  type ChatAnswer,
  type ChatPostId,
  type ChatThreads,
  type Clock,
  type DeliveryLedger,
  type Log,
  type WorkspaceChatBot,
} from '@ken/core/ports'
import { fieldsOf, pause, pauses, retryOf } from '@ken/outbound'
import { WebApiFailure, WebApiRefusal } from '../api/web-api-failure.ts'
import { callWebApi, type Transport } from '../api/web-api.ts'
import { renderBlocks, renderFallback, renderPlain } from './rendered-blocks.ts'
import { turns } from './turns.ts'
import { workingStatus } from './working-status.ts'

const postTimeoutMs = 15_000
/** A channel takes about one message a second. */
const partsEveryMs = 1_000
const repliesPerPage = 200
const pagesMax = 50
/** Commands have the time of Ken's clock, and messages that of the platform's. */
const clocksApartSecondsMax = 600
/** The marks of a part; other apps may write the same, but not as the bot. */
const markType = 'ken_answer'

/** The error for a message that was deleted, or never was. */
const threadGone = 'thread_not_found'

/** What the platform does not accept of blocks. The same text alone may be accepted. */
const blockErrors: readonly string[] = [
  'invalid_blocks',
  'invalid_blocks_format',
  'msg_blocks_too_long',
]

type SlackChatThreadsOptions = { readonly clock: Clock; readonly log: Log }

/**
 * Posts answers with `chat.postMessage`. Each message is marked with the answer and the part that it is, so that a later
 * attempt finds it in the thread. Answers in one channel follow each other, and parts of an answer a second apart. Sends
 * nothing to a channel for as long as the platform asks, but at most for five minutes at a time.
 */
export function slackChatThreads(
  transport: Transport,
  { clock, log }: SlackChatThreadsOptions,
): ChatThreads<WorkspaceChatBot> {
  const paused = pauses(clock)
  const inTurn = turns()
  const working = workingStatus(transport, clock)

  async function post(delivery: Delivery): Promise<AnswerOutcome> {
    const { channelId } = delivery.answer.thread
    const pauseMs = paused.msOf(channelId)
    if (pauseMs > 0)
      throw new Unavailable('workspace-chat', 'The workspace chat asked for fewer messages.', {
        retryAfterSeconds: Math.ceil(pauseMs / 1_000),
      })
    try {
      await working.end(delivery.answer.thread)
      return await postMissing(delivery)
    } catch (error) {
      if (error instanceof WebApiFailure) paused.note(channelId, error)
      return outcomeOf(error, log)
    }
  }
  return {
    answer: (bot, answer, ledger) =>
      inTurn(answer.thread.channelId, () => post({ transport, bot, answer, ledger })),
    startTyping: working.start,
  }
}

type Delivery = {
  readonly transport: Transport
  readonly bot: WorkspaceChatBot
  readonly answer: ChatAnswer
  readonly ledger: DeliveryLedger
}

async function postMissing(delivery: Delivery): Promise<'posted' | 'not_begun'> {
  const { transport, answer, ledger } = delivery
  const isPlaced = (part: number) => (ledger.placed[part] ?? null) !== null
  const isAllPlaced =
    answer.replaces === undefined && answer.parts.every((_, part) => isPlaced(part))
  const found =
    answer.isNew || isAllPlaced ? new Map<number, ChatPostId>() : await findPosted(delivery)
  const posted = new Set([...[...ledger.placed.keys()].filter(isPlaced), ...found.keys()])
  const parts = numberedParts(answer, posted)
  if (typeof parts === 'string') return parts
  let isFirst = true
  let root = rootOf(delivery, found)
  for (const part of parts) {
    if (isPlaced(part.number)) continue
    const existing = found.get(part.number)
    if (existing !== undefined) {
      await ledger.note(part.number, existing)
      continue
    }
    if (!isFirst) await pause(transport.timing, partsEveryMs, new AbortController().signal)
    isFirst = false
    root = await postPart(delivery, part, root)
  }
  return 'posted'
}

/** The message whose thread the answer is in. The first part of the answer to a command begins one: null before that. */
function rootOf({ answer, ledger }: Delivery, found: Parts): string | null {
  const root = workspaceChatMessageOf(answer.thread.rootId)
  const [first = null] = [
    ...ledger.placed.filter((id) => id !== null),
    ...[...found].toSorted(([one], [other]) => one - other).map(([, id]) => id),
  ]
  return root?.ts ?? (first === null ? null : messageOf(first).ts)
}

/**
 * Posts the part, and removes it again if another process has posted it at the same moment, or if its thread is gone: below
 * a message that was deleted, the platform posts into the conversation itself. Returns the message whose thread it is in,
 * which is itself without one.
 */
async function postPart(
  delivery: Delivery,
  { number, markdown }: AnswerPart,
  root: string | null,
): Promise<string> {
  const { transport, bot, answer, ledger } = delivery
  const channel = channelOf(answer)
  const asked = root === null ? answer.asked : undefined
  const fields = {
    channel,
    thread_ts: root ?? undefined,
    metadata: {
      event_type: markType,
      event_payload: { reply_to: answer.replyTo.postId, part: number },
    },
    unfurl_links: false,
    unfurl_media: false,
    link_names: false,
    mrkdwn: false,
    parse: 'none',
  }
  const send = (content: { readonly text: string; readonly blocks?: object }) =>
    callWebApi(transport, {
      method: 'chat.postMessage',
      token: bot.botToken,
      fields: { ...fields, ...content },
      timeoutMs: postTimeoutMs,
    })
  const rendered = renderBlocks(markdown, asked)
  const shown = { text: renderFallback(rendered), blocks: [rendered] }
  const posted = await send(shown).catch((error: unknown) => {
    if (!(error instanceof WebApiRefusal) || !blockErrors.includes(error.code)) throw error
    return send({ text: renderPlain(markdown, asked) })
  })
  const { ts, message } = posted.fields
  if (typeof ts !== 'string') throw new WebApiFailure('not_slack')
  const isElsewhere = root !== null && fieldsOf(message)['thread_ts'] !== root
  if (isElsewhere && (await isGone(delivery, root))) {
    await removePost(delivery, ts)
    throw new WebApiRefusal(threadGone)
  }
  const postId = postIdOf(bot, channel, ts)
  const noted = await ledger.note(number, postId)
  if (noted === postId) return root ?? ts
  await removePost(delivery, ts)
  return root ?? messageOf(noted).ts
}

/** Whether a message was deleted, with everything below it. */
async function isGone({ transport, bot, answer }: Delivery, ts: string): Promise<boolean> {
  const fields = { channel: channelOf(answer), ts, limit: 1 }
  const call = { method: 'conversations.replies', token: bot.botToken, fields }
  try {
    await callWebApi(transport, call)
    return false
  } catch (error) {
    if (error instanceof WebApiRefusal) return error.code === threadGone
    throw error
  }
}

async function removePost({ transport, bot, answer }: Delivery, ts: string): Promise<void> {
  const fields = { channel: channelOf(answer), ts }
  const call = { method: 'chat.delete', token: bot.botToken, fields }
  await callWebApi(transport, call).catch((error: unknown) => {
    // A person has removed it.
    if (!(error instanceof WebApiRefusal)) throw error
  })
}

type Parts = ReadonlyMap<number, ChatPostId>

/** The parts of the answer that are in its thread; of one to a command also that which begins it. */
async function findPosted(delivery: Delivery): Promise<Parts> {
  const { thread, replyTo } = delivery.answer
  const root = workspaceChatMessageOf(thread.rootId)
  if (root !== null) {
    const { ts: oldest } = messageOf(replyTo.postId)
    try {
      return await findMarked(delivery, 'conversations.replies', { ts: root.ts, oldest })
    } catch (error) {
      if (!(error instanceof WebApiRefusal) || error.code !== threadGone) throw error
      // An earlier attempt may have ended between posting a part outside of the thread and removing it.
      const outside = await findMarked(delivery, 'conversations.history', { oldest })
      for (const postId of outside.values()) await removePost(delivery, messageOf(postId).ts)
      throw error
    }
  }
  const fromSeconds = replyTo.postedAt.getTime() / 1_000 - clocksApartSecondsMax
  const begun = await findMarked(delivery, 'conversations.history', {
    oldest: Math.max(fromSeconds, 0).toFixed(6),
  })
  const ts = rootOf(delivery, begun)
  if (ts === null) return begun
  return new Map([...begun, ...(await findMarked(delivery, 'conversations.replies', { ts }))])
}

/** The parts of the answer among the messages that a method lists. */
async function findMarked(
  { transport, bot, answer }: Delivery,
  method: string,
  within: { readonly ts?: string; readonly oldest?: string },
): Promise<Parts> {
  const channel = channelOf(answer)
  const found = new Map<number, ChatPostId>()
  let cursor: string | undefined
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const { fields } = await callWebApi(transport, {
      method,
      token: bot.botToken,
      fields: {
        channel,
        ...within,
        include_all_metadata: true,
        limit: repliesPerPage,
        cursor,
      },
    })
    const { messages, response_metadata: metadata } = fields
    if (!Array.isArray(messages)) throw new WebApiFailure('not_slack')
    for (const message of messages) {
      const part = markedPart(message, bot, answer)
      const { ts: partTs } = fieldsOf(message)
      if (part !== null && typeof partTs === 'string' && !found.has(part))
        found.set(part, postIdOf(bot, channel, partTs))
    }
    const { next_cursor: next } = fieldsOf(metadata)
    if (typeof next !== 'string' || next === '' || found.size >= partsEndOf(answer)) break
    cursor = next
  }
  return found
}

/** Which part of the answer a message is; null for any other message. */
function markedPart(message: unknown, bot: WorkspaceChatBot, answer: ChatAnswer): number | null {
  const { user, metadata } = fieldsOf(message)
  const { event_type: type, event_payload: payload } = fieldsOf(metadata)
  const { reply_to: replyTo, part } = fieldsOf(payload)
  const isOurs = typeof user === 'string' && inWorkspace(bot.workspaceId, user) === bot.botId
  const isMarked = isOurs && type === markType && replyTo === answer.replyTo.postId
  return isMarked && typeof part === 'number' ? part : null
}

function channelOf({ thread }: ChatAnswer): string {
  const channel = withoutWorkspace(thread.channelId)
  if (channel === null) throw new Error('The channel is of another chat.')
  return channel
}

function messageOf(postId: ChatPostId) {
  const message = workspaceChatMessageOf(postId)
  if (message === null) throw new Error('The post is of another chat.')
  return message
}

const postIdOf = ({ workspaceId }: WorkspaceChatBot, channelId: string, ts: string): ChatPostId =>
  workspaceChatPostId({ workspaceId, channelId, ts })

/** Throws for failures that may pass. */
function outcomeOf(error: unknown, log: Log): AnswerOutcome {
  if (error instanceof WebApiFailure)
    throw new Unavailable('workspace-chat', error.message, retryOf(error))
  if (!(error instanceof WebApiRefusal)) throw error
  if (error.code === threadGone) return 'thread_gone'
  log.warn('workspace_chat.answer_refused', { reason: error.code })
  return 'refused'
}
