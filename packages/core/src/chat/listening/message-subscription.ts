import type {
  ServedChatBot,
  ChatMark,
  ListenerFault,
  ListenerReport,
  Ports,
  ChatInbox,
  Transacts,
} from '../../ports/index.ts'
import { ok } from '../../model/result.ts'
import type { ChatMessage, DroppedEvent } from '../../model/chat/chat-message.ts'
import { platformOf } from '../platform-of.ts'
import type { BotSettingsStores } from '../settings/probing.ts'
import { listenerProgress } from './listener-progress.ts'
import { ingestPosts } from '../posts/ingest-post.ts'
import { ingestQueue } from './ingest-queue.ts'

export type MessageSubscriptionPorts = Pick<
  Ports,
  'chatHealth' | 'chatPlatforms' | 'cipher' | 'clock' | 'ids'
> &
  Transacts<
    'chatMarks' | 'chatPosts' | 'identities' | 'jobs' | 'leases' | 'now' | BotSettingsStores
  >

/** A bot is turned on by Ken's clock, and its posts have the time of the server's clock. */
const clocksApartMsMax = 5_000

/** A running subscription to the messages of a bot. */
export type MessageSubscription = {
  readonly bot: ServedChatBot
  /** Stores the high-water mark and the dropped events, and repeats the report while not connected. */
  readonly storeProgress: () => Promise<void>
  /** Once this resolves, nothing is in progress and nothing follows. */
  readonly stop: () => Promise<void>
}

/** The bot, where to resume, and whether this process may listen. */
export type MessageSubscriptionOptions = {
  readonly bot: ServedChatBot
  /** Null means from now on. */
  readonly mark: ChatMark | null
  /** Whether this process may still listen. */
  readonly mayListen: () => boolean
}

/** Listens for a bot: ingests messages, counts dropped events, and reports the state of the connection. */
export function subscribeToMessages(
  ports: MessageSubscriptionPorts,
  { bot, mark, mayListen }: MessageSubscriptionOptions,
): MessageSubscription {
  const { clock, chatHealth } = ports
  let report: ListenerReport = notConnected(clock.now(), 'starting')
  const progress = listenerProgress(ports, { bot, mark, mayListen })
  let publishing: Promise<void> = Promise.resolve()
  /** Publishes sequentially, and always the latest report: concurrent calls could be stored in either order. */
  const publish = async (next: ListenerReport) => {
    if (!mayListen()) return
    report = next
    const published = publishing.then(() =>
      mayListen() ? chatHealth.beat(bot.botId, report) : undefined,
    )
    publishing = published.catch(() => {})
    await published
  }
  const queue = ingestQueue((messages) => ingestPosts(ports, bot, messages))
  /** Null when the message is queued, now or before. */
  async function ingest(message: ChatMessage): Promise<DroppedEvent | null> {
    const outcome = isBefore(message.postedAt, mark) ? 'stale' : await queue(message)
    return outcome === 'stale' || outcome === 'flood' ? { reason: outcome, post: message } : null
  }
  const inbox: ChatInbox = {
    async receive(event) {
      // It comes again, to the process that listens now.
      if (!mayListen()) throw new Error('Another process listens to this chat by now.')
      const dropped = event.ok ? await ingest(event.value) : event.error
      if (dropped !== null) await progress.drop(dropped)
    },
    async blocked(channelId, until) {
      if (!mayListen()) throw new Error('Another process listens to this chat by now.')
      await ports.transact(async ({ chatPosts }) =>
        ok(await chatPosts.closeChannel(channelId, until, 'undeliverable')),
      )
    },
    async caughtUp(until) {
      progress.settle(until)
      // Without a stored mark, earlier posts would be lost on a restart; with one, they are only received twice.
      if (progress.storedUntil() === null) await progress.store()
    },
    alive: () =>
      publish(report.state === 'listening' ? report : { state: 'listening', since: clock.now() }),
    interrupted: (fault) => publish(notConnected(clock.now(), fault)),
  }
  const { listener } = platformOf(ports.chatPlatforms, bot.source)
  const subscription = listener.listen(bot, progress.storedUntil(), inbox)
  return {
    bot,
    async storeProgress() {
      await progress.store()
      // A connected listener reports by itself.
      if (report.state === 'not_connected') await publish(report)
    },
    async stop() {
      await subscription.stop()
      await publishing
      if (mayListen()) await chatHealth.remove(bot.botId)
      await progress.store()
    },
  }
}

/** Whether a post is from before the bot was turned on: reading back includes some of them. */
const isBefore = (postedAt: Date, mark: ChatMark | null): boolean =>
  mark !== null && postedAt.getTime() < mark.startedAt.getTime() - clocksApartMsMax

const notConnected = (since: Date, reason: ListenerFault): ListenerReport => ({
  state: 'not_connected',
  since,
  reason,
})
