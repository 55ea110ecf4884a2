import type { ChatMark, ChatInbox, Ports, ChatBot, Transacts } from '../../ports/index.ts'
import type { ChatMessage, DroppedEvent } from '../../model/chat/chat-message.ts'
import { ok } from '../../model/result.ts'
import { ingestQueue } from './ingest-queue.ts'
import { ingestPosts } from '../posts/ingest-posts.ts'
import { linkedSenders } from '../posts/linked-senders.ts'

/** A bot is turned on by Ken's clock, and its posts have the time of the server's clock. */
const clocksApartMsMax = 5_000

/** What arrives for a bot, whichever way it comes. */
export type ChatIntake = Pick<ChatInbox, 'receive' | 'blocked'>
type ChatIntakePorts = Pick<Ports, 'cipher' | 'clock'> &
  Transacts<'chatPosts' | 'identities' | 'jobs'>
type ChatIntakeOptions = {
  readonly bot: Pick<ChatBot, 'source' | 'botId'>
  /** Earlier posts are ignored; null for none. */
  readonly mark: ChatMark | null
  /** Counts an event that is not accepted. */
  readonly drop: (event: DroppedEvent) => Promise<void>
}

/** Takes what arrives for a bot: stores messages in batches, and has all other events counted. */
export function chatIntake(
  ports: ChatIntakePorts,
  { bot, mark, drop }: ChatIntakeOptions,
): ChatIntake {
  const queue = ingestQueue(
    (messages) => ingestPosts(ports, bot, messages),
    async (messages) =>
      (
        await ports.transact(async (stores) =>
          ok(await linkedSenders(stores, bot.source, messages)),
        )
      ).value,
  )
  /** Null when the message is queued, now or before. */
  async function ingest(message: ChatMessage): Promise<DroppedEvent | null> {
    const outcome = isBefore(message.postedAt, mark) ? 'stale' : await queue(message)
    return outcome === 'stale' || outcome === 'flood' ? { reason: outcome, post: message } : null
  }
  return {
    async receive(event) {
      const dropped = event.ok ? await ingest(event.value) : event.error
      if (dropped !== null) await drop(dropped)
    },
    async blocked(channelId, until) {
      await ports.transact(async ({ chatPosts }) =>
        ok(await chatPosts.closeChannel(channelId, until, 'undeliverable')),
      )
    },
  }
}

/** Whether a post is from before the bot was turned on: reading back includes some of them. */
const isBefore = (postedAt: Date, mark: ChatMark | null): boolean =>
  mark !== null && postedAt.getTime() < mark.startedAt.getTime() - clocksApartMsMax
