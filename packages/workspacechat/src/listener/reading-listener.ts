import type { ChatListener, WorkspaceChatBot, WorkspaceChatFault } from '@ken/core/ports'
import { backoff, pause, type Failure } from '@ken/outbound'
import type { Transport } from '../api/web-api.ts'
import {
  arrivalOf,
  checkEveryMs,
  persistentFaults,
  verifyToken,
  webApiListening,
  type ListenerOptions,
} from './web-api-listening.ts'

/** The clock of Ken and that of the platform, whose signatures count for as long. */
const clocksApartMsMax = 300_000
/** Requests leave no trace of one that never came: what was written is read back this often. */
const readEveryMs = 600_000
/** Reading back takes calls that answers need, too: it rests this many times as long as it took. */
const restFactor = 10

/**
 * Opens no connection: the platform sends messages in requests. Checks whether it serves the bot, and reads back over the Web
 * API what no request brought: at the start, after an outage, from time to time, and when asked.
 */
export const readingListener = (
  transport: Transport,
  options: ListenerOptions,
): ChatListener<WorkspaceChatBot> => ({
  listen(bot, since, inbox) {
    const { timing } = transport
    const nowMs = () => options.clock.now().getTime()
    let isServed = false
    let readFromMs = Infinity
    let readAgainMs = Infinity

    const listening = webApiListening(
      transport,
      options,
      { bot, since, inbox },
      {
        isConnected: () => isServed,
        onReadingBack: () => {
          readFromMs = nowMs()
          readAgainMs = Infinity
        },
        arrivalOf: (payload) => {
          const arrival = arrivalOf(payload, bot, (received) => inbox.receive(received))
          // A message may come into a channel that was already read: it is known only up to the beginning.
          const knownMs = readFromMs - clocksApartMsMax
          return arrival && { ...arrival, postedMs: Math.min(arrival.postedMs, knownMs) }
        },
        onCaughtUp: () => {
          readAgainMs = nowMs() + Math.max(readEveryMs, restFactor * (nowMs() - readFromMs))
        },
      },
    )
    const { signal, delivery, reports } = listening

    async function noteServed(): Promise<void> {
      const isNew = !isServed
      if (isNew || nowMs() >= readAgainMs) delivery.noteLoss()
      isServed = true
      listening.readBack()
      await reports.connected(isNew)
    }
    async function keepChecking(): Promise<void> {
      const waits = backoff(timing, persistentFaults)
      while (!signal.aborted) {
        const failed: Failure<WorkspaceChatFault> | null = await verifyToken(
          transport,
          bot,
          signal,
        ).then(
          () => null,
          (error: unknown) => listening.failureOf(error),
        )
        if (signal.aborted) return
        if (failed === null) {
          waits.reset()
          await noteServed()
        } else {
          isServed = false
          await reports.interrupted(failed.fault)
        }
        await pause(timing, failed === null ? checkEveryMs : waits.nextDelayMs(failed), signal)
      }
    }
    const work = keepChecking()
    return {
      readBack: () => delivery.noteLoss(),
      stop: () => listening.stop(work),
    }
  },
})
