import type { Clock, Pause } from '@ken/core/ports'
import { setTimeout as sleep } from 'node:timers/promises'

export const timerPause = (clock: Clock): Pause => ({
  async until(moment) {
    // A timer may fire a moment early.
    for (let left = moment.getTime() - clock.now().getTime(); left > 0; left = moment.getTime() - clock.now().getTime())
      await sleep(left)
  },
})
