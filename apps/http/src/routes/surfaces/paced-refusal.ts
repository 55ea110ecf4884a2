import type { Result } from '@ken/core'
import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than the work takes: the time of a refusal tells nothing of its reason (R65). */
const refusalMs = 100

/** What the work comes to; a refusal is told no sooner than any other. */
export async function pacedRefusal<Value, Failure>(work: Promise<Result<Value, Failure>>): Promise<Result<Value, Failure>> {
  const pace = sleep(refusalMs)
  const outcome = await work
  if (!outcome.ok) await pace
  return outcome
}
