import type { Contract } from '../contract/contract.ts'

/** How calls with a key end, best first. */
export const outcomes = ['ok', 'rate_limited', 'denied', 'failed'] as const
export type Outcome = (typeof outcomes)[number]
export type Counts = { readonly [Name in Outcome]: number } & { readonly total: number }

/** The calls of an hour or of 24 hours, which end with the hour that begins at `at`. */
export type UsageBar = Counts & { readonly at: Date }

const hourMs = 3_600_000
const noCalls: Counts = { total: 0, ok: 0, rate_limited: 0, denied: 0, failed: 0 }

/**
 * Each hour of the last 24, or each 24 hours of a longer period, oldest first. As `week` of a key, the last
 * bar ends now, so that there are as many bars as days, and all calls of the period are in them.
 */
export function usageBars(
  { since, hours }: Pick<Contract['KeyUsage'], 'since' | 'hours'>,
  days: number,
): readonly UsageBar[] {
  const first = Date.parse(since)
  const [count, hoursPerBar] = days === 1 ? [24, 1] : [days, 24]
  const bars = Array.from({ length: count }, (_, place) => ({
    ...noCalls,
    at: new Date(first + ((place + 1) * hoursPerBar - 1) * hourMs),
  }))
  for (const { hour, ...counts } of hours) {
    const place = Math.floor((Date.parse(hour) - first) / (hoursPerBar * hourMs))
    const bar = bars[place]
    if (bar !== undefined) bars[place] = { ...sum(bar, counts), at: bar.at }
  }
  return bars
}

const sum = (one: Counts, other: Counts): Counts => ({
  total: one.total + other.total,
  ok: one.ok + other.ok,
  rate_limited: one.rate_limited + other.rate_limited,
  denied: one.denied + other.denied,
  failed: one.failed + other.failed,
})
