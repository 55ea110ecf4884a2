import type { Result } from '@ken/core'
import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than the work takes, so that the response time does not reveal the reason of a refusal. */
const refusalMs = 100

/** Runs the work and delays every refusal to the same duration. */
export async function delayedRefusal<Value, Failure>(
  work: Promise<Result<Value, Failure>>,
): Promise<Result<Value, Failure>> {
  const minimum = sleep(refusalMs)
  const outcome = await work
  if (!outcome.ok) await minimum
  return outcome
}
