import type { ChatSource } from '../../model/chat/chat-source.ts'
import type { ChatBot, ChatMark, ListenerFault, Ports } from '../../ports/index.ts'
import { ok } from '../../model/result.ts'
import {
  subscribeToMessages,
  type MessageSubscription,
  type MessageSubscriptionPorts,
} from './message-subscription.ts'
import { listenerLease, type ListenerLease } from './listener-lease.ts'
import { configuredBot, type ConfiguredBot } from '../configured-bot.ts'
import { settleWebhook } from './settle-webhook.ts'

type ListeningPorts = MessageSubscriptionPorts & Pick<Ports, 'ids' | 'log'>

/** Keeps a listener running. */
export type ChatSupervisor = {
  /** To be called every `pollSeconds`, sequentially. Never throws: the next call retries what failed. */
  readonly poll: () => Promise<void>
  /** Stops listening, stores the high-water mark and releases the lease. Not to be called during `poll`. */
  readonly stop: () => Promise<void>
}

export const pollSeconds = 10

/** How often the settings are read. */
const settingsSeconds = 30
const pollsPerSettingsRead = settingsSeconds / pollSeconds

/**
 * Listens to a chat while this process holds its lease. Reads the settings every 30 seconds. Posts from times when no
 * process listened are read back, from the high-water mark or from when the bot was turned on.
 */
export function listenToChat(ports: ListeningPorts, source: ChatSource): ChatSupervisor {
  const { log } = ports
  const lease = listenerLease(ports, source)
  const listener = botSubscriber(ports, source, lease)
  let pollsUntilSettingsRead = 0
  let isFailing = false

  async function listenIfLeader(): Promise<void> {
    if (!(await lease.acquire())) return
    if (pollsUntilSettingsRead === 0) {
      await listener.applySettings()
      pollsUntilSettingsRead = pollsPerSettingsRead
    }
    pollsUntilSettingsRead -= 1
    await listener.storeProgress()
  }
  async function unsubscribeUnlessHeld(): Promise<void> {
    if (lease.isHeld()) return
    pollsUntilSettingsRead = 0
    await listener.unsubscribe()
  }
  /** Logs the first failure, and the first success after it. */
  async function attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action()
      if (isFailing) log.info('chat.watch_recovered', { source })
      isFailing = false
    } catch (error) {
      if (!isFailing)
        log.warn('chat.watch_failed', {
          source,
          reason: error instanceof Error ? error.message : String(error),
        })
      isFailing = true
    }
  }
  return {
    poll: () =>
      attempt(async () => {
        try {
          await listenIfLeader()
        } finally {
          await unsubscribeUnlessHeld()
        }
      }),
    async stop() {
      await attempt(listener.unsubscribe)
      await attempt(lease.release)
    },
  }
}

/** Subscribes to the messages of the bot in the settings. */
function botSubscriber(ports: ListeningPorts, source: ChatSource, lease: ListenerLease) {
  const { clock, chatHealth, transact } = ports
  let subscription: MessageSubscription | null = null
  let held: { readonly reason: ListenerFault; readonly since: Date } | null = null

  async function unsubscribe(): Promise<void> {
    const previous = subscription
    subscription = null
    await previous?.stop()
  }
  /** The high-water mark; at first, when the bot was turned on. */
  const markOf = async ({ botId }: ChatBot): Promise<ChatMark | null> =>
    (await transact(async ({ chatMarks }) => ok(await chatMarks.find(botId)))).value
  /** Reports why the bot cannot listen although it is on. */
  async function reportHeld(
    { botId, isAvailable }: ConfiguredBot,
    reason: ListenerFault | null,
  ): Promise<void> {
    if (reason === null || !isAvailable) held = null
    else held = held?.reason === reason ? held : { reason, since: clock.now() }
    if (held !== null && botId !== null)
      await chatHealth.beat(botId, { state: 'not_connected', ...held })
  }
  const readSettings = async (): Promise<ConfiguredBot> =>
    (await transact(async (stores) => ok(await configuredBot(ports, stores, source)))).value
  return {
    unsubscribe,
    storeProgress: async () => subscription?.storeProgress(),
    async applySettings(): Promise<void> {
      const before = (await readSettings()).open()
      if (subscription !== null && before !== null && isSameBot(subscription.bot, before)) return
      await unsubscribe()
      const fault = await settleWebhook(ports, source, { confirmLease: lease.confirm })
      const configured = await readSettings()
      if (configured.isAvailable) lease.logUse()
      const bot = configured.open()
      await reportHeld(configured, bot === null ? 'token_unreadable' : fault)
      if (bot !== null && fault === null)
        subscription = subscribeToMessages(ports, { bot, mark: await markOf(bot), lease })
    },
  }
}

const isSameBot = (one: ChatBot, other: ChatBot): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
