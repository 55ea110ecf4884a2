/**
 * The outcome of a call with a known key. `ok`: served. `rateLimited`: the allowance was used.
 * `denied`: the key, or the person it acts for, may not. `failed`: the request or Ken was at fault.
 */
export const keyOutcomes = ['ok', 'rateLimited', 'denied', 'failed'] as const
export type KeyOutcome = (typeof keyOutcomes)[number]

/** The number of calls per outcome. */
export type UsageCounts = { readonly [Outcome in KeyOutcome]: number }

/** The calls in one hour, UTC. */
export type UsageHour = UsageCounts & { readonly hour: Date }

/** The number of calls on each of seven days of 24 hours, oldest first. */
export type KeyWeek = readonly number[]
export const noWeek: KeyWeek = [0, 0, 0, 0, 0, 0, 0]

const millisecondsPerHour = 3_600_000

/** The hour that began seven days before the current one ends: the first of the week. */
export const weekStart = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / millisecondsPerHour) + 1 - 7 * 24) * millisecondsPerHour)

/** The place in the week of an hour that is in it. */
export const dayOfWeek = (hour: Date, now: Date): number =>
  Math.floor((hour.getTime() - weekStart(now).getTime()) / (24 * millisecondsPerHour))

export const noUsage: UsageCounts = { ok: 0, rateLimited: 0, denied: 0, failed: 0 }

/** All calls, of any outcome. */
export const totalUsage = (counts: UsageCounts): number =>
  counts.ok + counts.rateLimited + counts.denied + counts.failed

export const addUsage = (one: UsageCounts, other: UsageCounts): UsageCounts => ({
  ok: one.ok + other.ok,
  rateLimited: one.rateLimited + other.rateLimited,
  denied: one.denied + other.denied,
  failed: one.failed + other.failed,
})

/** Whether any call was admitted. A denied call is an attempt, not use. */
export const wasUsed = (counts: UsageCounts): boolean => totalUsage(counts) > counts.denied

/** For how many days usage is kept and shown. */
export const usageDaysMax = 90
export const usageDaysDefault = 7
