import { until } from './run-long.ts'

/**
 * Whether work is done before the signal aborts. Does not wait for work that is not: its failure then means nothing. Throws
 * if it fails earlier.
 */
export async function isDoneBefore(signal: AbortSignal, work: Promise<unknown>): Promise<boolean> {
  await Promise.race([work, until(signal)])
  if (signal.aborted) work.catch(() => {})
  return !signal.aborted
}
