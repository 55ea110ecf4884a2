import type { JobWithMetadata } from 'pg-boss'
import type { Connection } from './connection.ts'
import { retryDelaySeconds, type JobQueueName } from './queues.ts'

/**
 * Lets a job that runs be retried, should it fail, when a pause is over, or with the backoff of its queue if that takes
 * longer. Never throws: the backoff is enough.
 */
export type DelayRetry = (
  name: JobQueueName,
  job: Pick<JobWithMetadata, 'id' | 'retryCount' | 'retryDelay' | 'retryDelayMax'>,
  pauseSeconds: number,
) => Promise<void>

/**
 * pg-boss has no delay for one retry. It reads the backoff of a job from the row of the job: between one and two times
 * `retry_delay`, doubled with each retry, and never more than `retry_delay_max`. With both as long as the pause, so is the
 * delay.
 */
export const delayRetryIn =
  ({ executeSql }: Connection, schema: string): DelayRetry =>
  async (name, { id, retryCount, retryDelay, retryDelayMax }, pauseSeconds) => {
    const usual = retryDelaySeconds(name)
    const backoffMin = Math.min(usual.max, usual.first * 2 ** retryCount)
    const seconds = Math.ceil(pauseSeconds)
    const wanted = seconds > backoffMin ? { first: seconds, max: seconds } : usual
    if (retryDelay === wanted.first && retryDelayMax === wanted.max) return
    const values = [name, id, retryCount, wanted.first, wanted.max]
    // The connection has logged the failure.
    await executeSql(setDelay(schema), values).catch(() => {})
  }

/** $1 the queue, $2 the job, $3 how often it was retried: another worker may have it by now. $4 and $5 the delay in seconds. */
const setDelay = (schema: string): string => `
update ${schema}.job set retry_delay = $4, retry_delay_max = $5
where name = $1 and id = $2 and retry_count = $3 and state = 'active'
`
