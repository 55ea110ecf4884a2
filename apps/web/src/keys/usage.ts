import type { Contract } from '../contract/contract.ts'

/** How calls with a key end, best first. */
export const outcomes = ['ok', 'rate_limited', 'denied', 'failed'] as const
export type Outcome = (typeof outcomes)[number]
export type Counts = { readonly [Name in Outcome]: number } & { readonly total: number }

/** The calls of an hour or of a day, which begins at `start`. */
export type UsageBar = Counts & { readonly start: Date }

const hourMs = 3_600_000
const noCalls: Counts = { total: 0, ok: 0, rate_limited: 0, denied: 0, failed: 0 }

/** Each hour of the last 24, or each day of a longer period in the reader's time zone, oldest first. */
export function usageBars(
  { since, hours }: Pick<Contract['KeyUsage'], 'since' | 'hours'>,
  days: number,
): readonly UsageBar[] {
  const first = Date.parse(since)
  const startOf = days === 1 ? (time: number) => time : startOfDay
  const bars = new Map<number, Counts>()
  for (let hour = 0; hour < days * 24; hour += 1) bars.set(startOf(first + hour * hourMs), noCalls)
  for (const counts of hours) {
    const start = startOf(Date.parse(counts.hour))
    bars.set(start, sum(bars.get(start) ?? noCalls, counts))
  }
  return [...bars]
    .toSorted(([one], [other]) => one - other)
    .map(([start, counts]) => ({ ...counts, start: new Date(start) }))
}

const startOfDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0)

const sum = (one: Counts, other: Counts): Counts => ({
  total: one.total + other.total,
  ok: one.ok + other.ok,
  rate_limited: one.rate_limited + other.rate_limited,
  denied: one.denied + other.denied,
  failed: one.failed + other.failed,
})
