import type { Pause } from '../../../ports/platform/pause.ts'
import type { TestClock } from '../../builders/test-clock.ts'

/** Advances the clock instead of waiting. */
export const memoryPause = (clock: TestClock): Pause => ({
  until: async (moment) => clock.advance(Math.max(0, moment.getTime() - clock.now().getTime())),
  untilUnlessCrowded: async (moment) =>
    clock.advance(Math.max(0, moment.getTime() - clock.now().getTime())),
})
