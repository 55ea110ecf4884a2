import type { Allowance, Allowances, CallWindows, CountedCall } from '@ken/core/ports'
import { ownCounts, type Counted, type OwnCounts } from './own-counts.ts'

/** One counter of a call: its owner and its limit. */
export type Counter = {
  readonly name: keyof Allowances
  readonly id: string
  readonly limit: number
  readonly windowSeconds: number
  /** The counts of this process. */
  readonly own: OwnCounts
}

/** Returns the counters of a call, in the order in which they count. */
export function countersOf(windows: CallWindows): (call: CountedCall) => readonly Counter[] {
  const counter = (name: keyof Allowances) => {
    const { limit, windowSeconds } = windows[name]
    const own = ownCounts({ windowSeconds })
    return (id: string | null): readonly Counter[] =>
      id === null ? [] : [{ name, id, limit, windowSeconds, own }]
  }
  const [ofKey, ofPerson] = [counter('key'), counter('person')]
  return ({ keyId, userId }) => [...ofKey(keyId), ...ofPerson(userId)]
}

/** Counts in this process, up to the first counter that refuses. */
export function countAlone(counters: readonly Counter[]): readonly Counted[] {
  const counts: Counted[] = []
  for (const { own, id, limit } of counters) {
    const counted = own.count(id)
    counts.push(counted)
    if (counted.calls > limit) break
  }
  return counts
}

/** The remaining allowances; null for counters after one that refused. */
export function toAllowances(counters: readonly Counter[], counts: readonly Counted[]): Allowances {
  const allowances: { key: Allowance | null; person: Allowance | null } = {
    key: null,
    person: null,
  }
  for (const [position, { calls, resetMilliseconds }] of counts.entries()) {
    const { name, limit } = counters[position]! // A call has no more counts than counters.
    const resetSeconds = Math.max(1, Math.ceil(resetMilliseconds / 1_000))
    allowances[name] = {
      allowed: calls <= limit,
      limit,
      remaining: Math.max(0, limit - calls),
      resetSeconds,
    }
    if (calls > limit) break
  }
  return allowances
}
