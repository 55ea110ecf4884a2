import type { ChatMark, Ports, TeamChatBot } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import { hear, type Hearing, type HearingPorts } from './hearing.ts'
import { listenerLease } from './listener-lease.ts'
import { isAvailable, type TeamChatSettings } from '../model/team-chat/team-chat-settings.ts'
import { botOf } from '../credentials/bot-token.ts'

type ListeningPorts = HearingPorts & Pick<Ports, 'ids' | 'log'>

/** Listening, for as long as somebody looks after it. */
export type TeamChatWatch = {
  /** To be called every `lookSeconds`, one call after the other. Throws nothing: what failed is done by the next. */
  readonly look: () => Promise<void>
  /** Ends listening, stores how far it came, and lets another process begin. To be called when no look is under way. */
  readonly stop: () => Promise<void>
}

export const lookSeconds = 10

/** How often the settings are read again. */
const settingsSeconds = 30
const looksPerSettings = settingsSeconds / lookSeconds

/**
 * Listens to team chat while this process holds the lease, as the settings say, which it reads again every 30 seconds.
 * What people write to a bot that is on while nobody listens is read back, from where it was left, or the bot was turned
 * on.
 */
export function listenToTeamChat(ports: ListeningPorts): TeamChatWatch {
  const { log } = ports
  const lease = listenerLease(ports)
  const listener = settingsFollower(ports, lease.isHeld)
  let looksUntilSettings = 0
  let isFailing = false

  async function work(): Promise<void> {
    if (!(await lease.take())) return
    if (looksUntilSettings === 0) {
      await listener.follow()
      looksUntilSettings = looksPerSettings
    }
    looksUntilSettings -= 1
    await listener.note()
  }
  async function leaveUnlessHeld(): Promise<void> {
    if (lease.isHeld()) return
    looksUntilSettings = 0
    await listener.leave()
  }
  /** Says once that something fails, and once that nothing does any more. */
  async function attempt(act: () => Promise<void>): Promise<void> {
    try {
      await act()
      if (isFailing) log.info('team_chat.watch_recovered')
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn('team_chat.watch_failed', { reason: error instanceof Error ? error.message : String(error) })
      isFailing = true
    }
  }
  return {
    look: () =>
      attempt(async () => {
        try {
          await work()
        } finally {
          await leaveUnlessHeld()
        }
      }),
    async stop() {
      await attempt(listener.leave)
      await attempt(lease.release)
    },
  }
}

/** Listens for the bot that the settings name, and to nothing else. */
function settingsFollower(ports: ListeningPorts, mayListen: () => boolean) {
  const { clock, teamChatHealth, transact } = ports
  let hearing: Hearing | null = null
  let unreadableSince: Date | null = null

  async function leave(): Promise<void> {
    const left = hearing
    hearing = null
    await left?.stop()
  }
  /** Where it was left, or the bot was turned on. */
  const markOf = async ({ botId }: TeamChatBot): Promise<ChatMark | null> =>
    (await transact(async ({ chatMarks }) => ok(await chatMarks.begin(botId, null)))).value
  async function reportUnreadable({ botUserId }: TeamChatSettings): Promise<void> {
    unreadableSince ??= clock.now()
    const report = { state: 'not_connected', since: unreadableSince, reason: 'token_unreadable' } as const
    if (botUserId !== null) await teamChatHealth.beat(botUserId, report)
  }
  return {
    leave,
    note: async () => hearing?.note(),
    async follow(): Promise<void> {
      const { value: settings } = await transact(async ({ teamChatSettings }) => ok(await teamChatSettings.read()))
      const bot = botOf(ports, settings)
      if (hearing !== null && bot !== null && isSame(hearing.bot, bot)) return
      await leave()
      if (bot === null && isAvailable(settings)) await reportUnreadable(settings)
      else unreadableSince = null
      if (bot !== null) hearing = hear(ports, { bot, mark: await markOf(bot), mayListen })
    },
  }
}

const isSame = (one: TeamChatBot, other: TeamChatBot): boolean =>
  one.baseUrl === other.baseUrl && one.token === other.token && one.botId === other.botId
