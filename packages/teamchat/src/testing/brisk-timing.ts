import { systemTiming, type Timing } from '../timing.ts'

/** Whatever is as long as this limits how long a server may take; anything else is a wait before the next attempt. */
const isLimit = (milliseconds: number): boolean => milliseconds > 4_000 && milliseconds <= 30_000
const waitMs = 20

/** Real timers that hurry through waits, and leave limits as long as they are. */
export const briskTiming: Timing = {
  ...systemTiming,
  after: (milliseconds, act) => systemTiming.after(isLimit(milliseconds) ? milliseconds : waitMs, act),
}
