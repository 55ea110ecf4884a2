import type { ChatMark, Ports, TeamChatBot } from '../../ports/index.ts'
import { ok } from '../../model/result.ts'
import {
  subscribeToMessages,
  type MessageSubscription,
  type MessageSubscriptionPorts,
} from './message-subscription.ts'
import { listenerLease } from './listener-lease.ts'
import { isAvailable, type TeamChatSettings } from '../../model/team-chat/team-chat-settings.ts'
import { botOf } from '../../credentials/bot-token.ts'

type ListeningPorts = MessageSubscriptionPorts & Pick<Ports, 'ids' | 'log'>

/** Keeps a listener running. */
export type TeamChatSupervisor = {
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
 * Listens to team chat while this process holds the lease. Reads the settings every 30 seconds. Posts from times when no
 * process listened are read back, from the high-water mark or from when the bot was turned on.
 */
export function listenToTeamChat(ports: ListeningPorts): TeamChatSupervisor {
  const { log } = ports
  const lease = listenerLease(ports)
  const listener = botSubscriber(ports, lease.isHeld)
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
      if (isFailing) log.info('team_chat.watch_recovered')
      isFailing = false
    } catch (error) {
      if (!isFailing)
        log.warn('team_chat.watch_failed', {
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
function botSubscriber(ports: ListeningPorts, mayListen: () => boolean) {
  const { clock, teamChatHealth, transact } = ports
  let subscription: MessageSubscription | null = null
  let unreadableSince: Date | null = null

  async function unsubscribe(): Promise<void> {
    const previous = subscription
    subscription = null
    await previous?.stop()
  }
  /** The high-water mark; at first, when the bot was turned on. */
  const markOf = async ({ botId }: TeamChatBot): Promise<ChatMark | null> =>
    (await transact(async ({ chatMarks }) => ok(await chatMarks.begin(botId, null)))).value
  async function reportUnreadable({ botUserId }: TeamChatSettings): Promise<void> {
    unreadableSince ??= clock.now()
    const report = {
      state: 'not_connected',
      since: unreadableSince,
      reason: 'token_unreadable',
    } as const
    if (botUserId !== null) await teamChatHealth.beat(botUserId, report)
  }
  return {
    unsubscribe,
    storeProgress: async () => subscription?.storeProgress(),
    async applySettings(): Promise<void> {
      const { value: settings } = await transact(async ({ teamChatSettings }) =>
        ok(await teamChatSettings.read()),
      )
      const bot = botOf(ports, settings)
      if (subscription !== null && bot !== null && isSameBot(subscription.bot, bot)) return
      await unsubscribe()
      if (bot === null && isAvailable(settings)) await reportUnreadable(settings)
      else unreadableSince = null
      if (bot !== null)
        subscription = subscribeToMessages(ports, { bot, mark: await markOf(bot), mayListen })
    },
  }
}

const isSameBot = (one: TeamChatBot, other: TeamChatBot): boolean =>
  one.baseUrl === other.baseUrl && one.token === other.token && one.botId === other.botId
