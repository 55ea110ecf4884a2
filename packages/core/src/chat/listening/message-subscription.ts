import type {
  BotSettingsStores,
  ChatBot,
  ChatMark,
  ListenerFault,
  ListenerReport,
  Ports,
  ChatInbox,
  Transacts,
  WebhookReport,
} from '../../ports/index.ts'
import { ok } from '../../model/result.ts'
import { platformOf } from '../platform-of.ts'
import { notHeld, type ListenerLease } from './listener-lease.ts'
import { listenerProgress } from './listener-progress.ts'
import { chatGreetings } from './chat-greetings.ts'
import { chatIntake } from './chat-intake.ts'

export type MessageSubscriptionPorts = Pick<
  Ports,
  'chatHealth' | 'chatPlatforms' | 'cipher' | 'clock' | 'identityHolders' | 'ids' | 'log'
> &
  Transacts<
    'chatMarks' | 'chatPosts' | 'identities' | 'jobs' | 'leases' | 'now' | BotSettingsStores
  >

/** A running subscription to the messages of a bot. */
export type MessageSubscription = {
  readonly bot: ChatBot
  /** Stores the high-water mark and the dropped events, and repeats the report while not connected. */
  readonly storeProgress: () => Promise<void>
  /** Once this resolves, nothing is in progress and nothing follows. */
  readonly stop: () => Promise<void>
}

/** The bot, where to resume, and whether this process may listen. */
export type MessageSubscriptionOptions = {
  readonly bot: ChatBot
  /** Null means from now on. */
  readonly mark: ChatMark | null
  readonly lease: Pick<ListenerLease, 'isHeld' | 'confirm'>
}

/** An equal report is not stored again within this time, which is short beside how long a report is valid. */
const reportAgainMs = 5_000

/** Listens for a bot: ingests messages, counts dropped events, and reports the state of the connection. */
export function subscribeToMessages(
  ports: MessageSubscriptionPorts,
  { bot, mark, lease }: MessageSubscriptionOptions,
): MessageSubscription {
  const { clock, chatHealth, log } = ports
  const mayListen = lease.isHeld
  let report: ListenerReport = notConnected(clock.now(), 'starting')
  const progress = listenerProgress(ports, { bot, mark, mayListen })
  let isCatchingUp = false
  /** The report that was stored last, and when. */
  let stored: { readonly report: ListenerReport; readonly atMs: number } | null = null
  let publishing: Promise<void> = Promise.resolve()
  async function storeReport(): Promise<void> {
    const storing = { report, atMs: clock.now().getTime() }
    await chatHealth.beat(bot.botId, storing.report)
    stored = storing
  }
  /** A connected listener may say so with every message. */
  const isJustStored = (next: ListenerReport): boolean =>
    stored?.report === report &&
    Math.abs(clock.now().getTime() - stored.atMs) < reportAgainMs &&
    JSON.stringify(report) === JSON.stringify(next)
  /** Publishes sequentially, and always the latest report: concurrent calls could be stored in either order. */
  const publish = async (next: ListenerReport) => {
    if (!mayListen()) return
    report = next
    const published = publishing.then(() => (mayListen() ? storeReport() : undefined))
    publishing = published.catch(() => {})
    await published
  }
  /** A refused message is delivered again, to the process that listens then. */
  function requireLease(): void {
    if (!mayListen()) throw notHeld()
  }
  const listening = (since: Date, webhook?: WebhookReport): ListenerReport => ({
    state: 'listening',
    since,
    ...(webhook && { webhook }),
    ...(isCatchingUp && { isCatchingUp }),
  })
  const intake = chatIntake(ports, { bot, mark, drop: (event) => progress.drop(event) })
  const greetings = chatGreetings(ports, { isAlone: true })
  const inbox: ChatInbox = {
    async receive(event) {
      requireLease()
      await intake.receive(event)
    },
    async blocked(channelId, until) {
      requireLease()
      await intake.blocked(channelId, until)
    },
    opened: (opened) => greetings.opened(bot, opened),
    async caughtUp(until) {
      progress.settle(until)
      // Without a stored mark, earlier posts would be lost on a restart; with one, they are only received twice.
      if (progress.storedUntil() === null) await progress.store()
    },
    async alive(webhook) {
      const since = report.state === 'listening' ? report.since : clock.now()
      const next = listening(since, webhook)
      if (!isJustStored(next)) await publish(next)
    },
    catchingUp(isNow) {
      if (isNow === isCatchingUp) return
      isCatchingUp = isNow
      if (report.state === 'listening')
        void publish(listening(report.since, report.webhook)).catch(() =>
          log.warn('chat.report_failed', { source: bot.source }),
        )
    },
    interrupted: (fault, webhook) => {
      const isSame = report.state === 'not_connected' && report.reason === fault
      const since = isSame ? report.since : clock.now()
      return publish({ ...notConnected(since, fault), ...(webhook && { webhook }) })
    },
    confirmLease: lease.confirm,
  }
  const { listener } = platformOf(ports.chatPlatforms, bot.source)
  const subscription = listener.listen(bot, progress.storedUntil(), inbox)
  let missedUntil = clock.now()
  /** Other processes receive the requests, and record when some may be missing. */
  async function readBackMissed(readBack: () => void): Promise<void> {
    const { value } = await ports.transact(async ({ chatMarks }) =>
      ok(await chatMarks.findRequests(bot.botId)),
    )
    if (value.missedAt === null || value.missedAt <= missedUntil) return
    missedUntil = value.missedAt
    readBack()
  }
  return {
    bot,
    async storeProgress() {
      await progress.store()
      // A connected listener reports by itself.
      if (report.state === 'not_connected') await publish(report)
      if (subscription.readBack !== undefined) await readBackMissed(subscription.readBack)
    },
    async stop() {
      await subscription.stop()
      await greetings.stop()
      await publishing
      if (mayListen()) await chatHealth.remove(bot.botId)
      await progress.store()
    },
  }
}

const notConnected = (since: Date, reason: ListenerFault): ListenerReport => ({
  state: 'not_connected',
  since,
  reason,
})
