import type { Clock, Pause } from '@ken/core/ports'
import { setTimeout as sleep } from 'node:timers/promises'

/** Reads the clock once: setting it back does not lengthen the pause. */
export function timerPause(clock: Clock): Pause {
  let waiting = 0
  async function until(moment: Date): Promise<void> {
    const left = moment.getTime() - clock.now().getTime()
    // A timer may fire slightly early.
    if (left > 0) await sleep(left + 1)
  }
  return {
    until,
    async untilUnlessCrowded(moment, waitingMax) {
      if (waiting >= waitingMax) return
      waiting += 1
      await until(moment).finally(() => (waiting -= 1))
    },
  }
}
