import { systemTiming, type Timing } from '@ken/outbound'

/** A timer of this length limits how long a server may take; any other is a pause before the next attempt. */
const isLimit = (milliseconds: number): boolean => milliseconds > 4_000 && milliseconds <= 30_000
const waitMs = 20

/** Real timers that shorten pauses and keep time limits. */
export const fastTiming: Timing = {
  ...systemTiming,
  after: (milliseconds, callback) =>
    systemTiming.after(isLimit(milliseconds) ? milliseconds : waitMs, callback),
}
