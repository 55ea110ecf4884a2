import type { Timing } from '@ken/outbound'

/** Timers that only a test moves, and no randomness. */
export type ManualTiming = Timing & {
  readonly advance: (milliseconds: number) => void
  /** The time until each timer is due, shortest first. */
  readonly waiting: () => readonly number[]
}

export function manualTiming(random: () => number = () => 0.5): ManualTiming {
  let now = 0
  let timers: { readonly at: number; readonly act: () => void }[] = []
  const next = (until: number) =>
    timers.filter(({ at }) => at <= until).toSorted((one, other) => one.at - other.at)[0]
  return {
    random,
    after(milliseconds, act) {
      const timer = { at: now + milliseconds, act }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
    advance(milliseconds) {
      const end = now + milliseconds
      for (let timer = next(end); timer !== undefined; timer = next(end)) {
        const due = timer
        timers = timers.filter((other) => other !== due)
        now = due.at
        due.act()
      }
      now = end
    },
    waiting: () => timers.map(({ at }) => at - now).toSorted((one, other) => one - other),
  }
}
