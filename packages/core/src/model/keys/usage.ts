/**
 * What a call with a known key came to: answered; refused because the allowance was used up; denied because the key,
 * or the person it speaks for, may not; or failed, because the request was at fault or Ken was.
 */
export const keyOutcomes = ['ok', 'rateLimited', 'denied', 'failed'] as const
export type KeyOutcome = (typeof keyOutcomes)[number]

/** Calls by what they came to. */
export type UsageCounts = { readonly [Outcome in KeyOutcome]: number }

/** The calls of one clock hour in UTC. */
export type UsageHour = UsageCounts & { readonly hour: Date }

export const noUsage: UsageCounts = { ok: 0, rateLimited: 0, denied: 0, failed: 0 }

/** All calls, whatever they came to. */
export const totalUsage = (counts: UsageCounts): number => counts.ok + counts.rateLimited + counts.denied + counts.failed

export const addUsage = (one: UsageCounts, other: UsageCounts): UsageCounts => ({
  ok: one.ok + other.ok,
  rateLimited: one.rateLimited + other.rateLimited,
  denied: one.denied + other.denied,
  failed: one.failed + other.failed,
})

/** Whether any of the calls was let in: a key that is refused is tried, not used. */
export const wasUsed = (counts: UsageCounts): boolean => totalUsage(counts) > counts.denied

/** How far back usage is kept and shown, in days. */
export const usageDaysMax = 90
export const usageDaysDefault = 7
