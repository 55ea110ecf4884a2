import type { ChatMark, ListenerFault, ListenerReport, Ports, TeamChatBot, TeamChatInbox } from '../ports/index.ts'
import type { DirectMessage, DropReason } from '../model/team-chat/direct-message.ts'
import { provenDirectMessage } from './posted-event.ts'
import { listenerProgress } from './listener-progress.ts'
import { takePost } from './taking.ts'

export type HearingPorts = Pick<Ports, 'cipher' | 'clock' | 'ids' | 'teamChatHealth' | 'teamChatListener' | 'transact'>

/** Bots are turned on by the clock of Ken, and written to by that of their server. */
const clocksApartMsMax = 5_000

/** A bot that is listened for. */
export type Hearing = {
  readonly bot: TeamChatBot
  /** Stores how far it came and what it dropped, and says so again when it hears nothing. */
  readonly note: () => Promise<void>
  /** When this resolves nothing is under way, and nothing follows. */
  readonly stop: () => Promise<void>
}

/** Whose posts are taken, where from, and who may. */
export type ToHear = {
  readonly bot: TeamChatBot
  /** Null is from now on. */
  readonly mark: ChatMark | null
  /** Whether this process may listen, still. */
  readonly mayListen: () => boolean
}

/** Listens for a bot: takes what people write to it, drops and counts everything else, and says how it is. */
export function hear(ports: HearingPorts, { bot, mark, mayListen }: ToHear): Hearing {
  const { clock, teamChatHealth } = ports
  let report: ListenerReport = notConnected(clock.now(), 'starting')
  const progress = listenerProgress(ports, { bot, mark, mayListen })
  let saying: Promise<void> = Promise.resolve()
  /** Says one after the other, and each what is so by then: two at once might be kept in either order. */
  const say = async (news: ListenerReport) => {
    if (!mayListen()) return
    report = news
    const said = saying.then(() => (mayListen() ? teamChatHealth.beat(bot.botId, report) : undefined))
    saying = said.catch(() => {})
    await said
  }
  async function take(message: DirectMessage): Promise<DropReason | null> {
    if (isBefore(message.postedAt, mark)) return 'stale'
    const taken = await takePost(ports, bot.botId, message)
    return taken === 'stale' || taken === 'flood' ? taken : null
  }
  const inbox: TeamChatInbox = {
    async arrived(event) {
      // It comes again, to whoever listens now.
      if (!mayListen()) throw new Error('Another process listens to team chat by now.')
      const proven = provenDirectMessage(event, bot.botId)
      const reason = proven.ok ? await take(proven.value) : proven.error
      if (reason !== null) await progress.drop(event, reason)
    },
    async settled(until) {
      progress.settle(until)
      // Where nothing is stored, what comes until then would be lost; else it is only taken twice.
      if (progress.storedUntil() === null) await progress.store()
    },
    alive: () => say(report.state === 'listening' ? report : { state: 'listening', since: clock.now() }),
    interrupted: (fault) => say(notConnected(clock.now(), fault)),
  }
  const listening = ports.teamChatListener.listen(bot, progress.storedUntil(), inbox)
  return {
    bot,
    async note() {
      await progress.store()
      // That it listens is said by who hears it.
      if (report.state === 'not_connected') await say(report)
    },
    async stop() {
      await listening.stop()
      await saying
      if (mayListen()) await teamChatHealth.forget(bot.botId)
      await progress.store()
    },
  }
}

/** Whether a post is from before Ken was to listen: some of that is read back, too. */
const isBefore = (postedAt: Date, mark: ChatMark | null): boolean =>
  mark !== null && postedAt.getTime() < mark.begunAt.getTime() - clocksApartMsMax

const notConnected = (since: Date, reason: ListenerFault): ListenerReport => ({ state: 'not_connected', since, reason })
