import type { Clock, Pause } from '@ken/core/ports'
import { setTimeout as sleep } from 'node:timers/promises'

/** Looks at the clock once: one that is set back meanwhile makes nobody wait longer. */
export function timerPause(clock: Clock): Pause {
  let waiting = 0
  async function until(moment: Date): Promise<void> {
    const left = moment.getTime() - clock.now().getTime()
    // A timer may fire a moment early.
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
