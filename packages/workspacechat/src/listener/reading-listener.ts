import {
  inWorkspace,
  type ChatInbox,
  type ChatListener,
  type Clock,
  type Log,
  type WorkspaceChatBot,
  type WorkspaceChatFault,
} from '@ken/core/ports'
import { backoff, Delivery, fieldsOf, pause, readingBack, type Arrival } from '@ken/outbound'
import { WebApiFailure } from '../api/web-api-failure.ts'
import type { Transport } from '../api/web-api.ts'
import { findBot } from '../slack-chat-probe.ts'
import { failureOf } from './listener-failure.ts'
import { callPace, missedMessages } from './missed-messages.ts'
import { persistentFaults } from './persistent-faults.ts'
import { provenMessage } from './proven-message.ts'
import type { ConnectionEnd } from './socket-connection.ts'

const checkEveryMs = 30_000
/** How late the platform may list a message. */
const overlapMs = 60_000
/** The clock of Ken and that of the platform, whose signatures count for as long. */
const clocksApartMsMax = 300_000
/** Requests leave no trace of one that never came: what was written is read back this often. */
const readEveryMs = 600_000
/** Reading back takes calls that answers need, too: it rests this many times as long as it took. */
const restFactor = 10

type ListenerOptions = { readonly clock: Clock; readonly log: Log }

/**
 * Opens no connection: the platform sends messages in requests. Checks whether it serves the bot, and reads back over the Web
 * API what no request brought: at the start, after an outage, from time to time, and when asked.
 */
export const readingListener = (
  transport: Transport,
  { clock, log }: ListenerOptions,
): ChatListener<WorkspaceChatBot> => ({
  listen(bot, since, inbox) {
    const { timing } = transport
    const stopping = new AbortController()
    const { signal } = stopping
    const nowMs = () => clock.now().getTime()
    const startedMs = nowMs()
    const startMs = since === null ? startedMs : since.getTime() - overlapMs
    const pace = callPace(transport, clock, signal)
    let isServed = false
    let readFromMs = startedMs
    let readAgainMs = Infinity

    const delivery = new Delivery({
      caughtUp: (until) => inbox.caughtUp(until),
      onUnsettled: () => log.warn('workspace_chat.settled_failed'),
      signal,
      // The platform alone sets the time of a message.
      serverNowMs: () => Infinity,
      onLoss: () => reading.wake(),
    })
    delivery.begin(since?.getTime() ?? startedMs, since === null ? 'new' : 'known')
    const reading = readingBack({
      delivery,
      timing,
      persistentFaults,
      signal,
      isConnected: () => isServed,
      missed: async function* missed() {
        readFromMs = nowMs()
        readAgainMs = Infinity
        const afterMs = Math.max(startMs, (delivery.settledMs ?? 0) - overlapMs)
        const catchUp = { transport, log, bot, afterMs, signal, pace }
        // A message may come into a channel that was already read: it is known only up to the beginning.
        const knownMs = readFromMs - clocksApartMsMax
        for await (const payload of missedMessages(catchUp)) {
          const arrival = arrivalOf(payload, bot, inbox)
          yield arrival && { ...arrival, postedMs: Math.min(arrival.postedMs, knownMs) }
        }
      },
      failureOf: (error) => failureOf(error, log),
      onBegun: () => inbox.catchingUp(true),
      onCaughtUp: (messages) => {
        readAgainMs = nowMs() + Math.max(readEveryMs, restFactor * (nowMs() - readFromMs))
        log.info('workspace_chat.caught_up', { messages })
        inbox.catchingUp(false)
      },
      onFailed: (reason) => log.warn('workspace_chat.catch_up_failed', { reason }),
    })
    const notify = (call: () => Promise<void>) =>
      signal.aborted
        ? Promise.resolve()
        : call().catch(() => log.warn('workspace_chat.inbox_failed'))

    async function noteServed(): Promise<void> {
      if (!isServed) log.info('workspace_chat.connected')
      if (!isServed || nowMs() >= readAgainMs) delivery.noteLoss()
      isServed = true
      reading.wake()
      await notify(() => inbox.alive())
    }
    async function keepChecking(): Promise<void> {
      const waits = backoff(timing, persistentFaults)
      let reported: WorkspaceChatFault | null = null
      while (!signal.aborted) {
        const failed = await checked(transport, bot, signal, log)
        if (signal.aborted) return
        if (failed === null) {
          waits.reset()
          reported = null
          await noteServed()
        } else if (reported !== failed.fault) {
          isServed = false
          reported = failed.fault
          log.warn('workspace_chat.interrupted', { fault: failed.fault })
          await notify(() => inbox.interrupted(failed.fault))
        }
        await pause(timing, failed === null ? checkEveryMs : waits.nextDelayMs(failed), signal)
      }
    }
    const work = Promise.all([keepChecking(), reading.ended])
    return {
      readBack: () => delivery.noteLoss(),
      stop: async () => {
        stopping.abort()
        await work
        await delivery.idle()
      },
    }
  },
})

/** Why the platform does not serve the bot; null if it does. */
async function checked(
  transport: Transport,
  { botToken, botId }: WorkspaceChatBot,
  signal: AbortSignal,
  log: Log,
): Promise<ConnectionEnd | null> {
  try {
    const found = await findBot(transport, botToken, signal)
    if (!found.ok) return failureOf(new WebApiFailure(found.error), log)
    // The token of another bot is as good as none.
    return inWorkspace(found.value.workspaceId, found.value.id) === botId
      ? null
      : failureOf(new WebApiFailure('token_refused'), log)
  } catch (error) {
    return failureOf(error, log)
  }
}

/** Null for what is no message. What the inbox rejects is read back later. */
function arrivalOf(payload: unknown, bot: WorkspaceChatBot, inbox: ChatInbox): Arrival | null {
  const received = provenMessage(payload, bot)
  if (received === null) return null
  const { channel } = fieldsOf(fieldsOf(payload)['event'])
  const post = received.ok ? received.value : received.error.post
  return {
    channel: typeof channel === 'string' ? channel : null,
    postedMs: post?.postedAt.getTime() ?? 0,
    handOver: () => inbox.receive(received),
  }
}
