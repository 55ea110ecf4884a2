import type { Clock, Pause } from '@ken/core/ports'
import { setTimeout as sleep } from 'node:timers/promises'

/** Looks at the clock once: one that is set back meanwhile makes nobody wait longer. */
export const timerPause = (clock: Clock): Pause => ({
  async until(moment) {
    const left = moment.getTime() - clock.now().getTime()
    // A timer may fire a moment early.
    if (left > 0) await sleep(left + 1)
  },
})
