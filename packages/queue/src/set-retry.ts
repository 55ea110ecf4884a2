import type { JobWithMetadata } from 'pg-boss'
import type { Connection } from './connection.ts'
import { retryDelaySeconds, type JobQueueName } from './queues.ts'

/**
 * How a job that has failed goes on: it is retried when a pause of this many seconds is over, or with the backoff of its
 * queue if that takes longer. Otherwise it becomes a dead letter.
 */
export type Retry = { readonly pauseSeconds: number } | 'never'

/** Decides how a job that runs goes on, should it fail. Never throws: the backoff is enough. */
export type SetRetry = (
  name: JobQueueName,
  job: Pick<JobWithMetadata, 'id' | 'retryCount' | 'retryDelay' | 'retryDelayMax'>,
  retry: Retry,
) => Promise<void>

/**
 * pg-boss has no delay for one retry, and no call for a dead letter. It reads both from the row of the job. A job with as
 * many retries as its limit becomes a dead letter. The delay is between one and two times `retry_delay`, doubled with each
 * retry, and never more than `retry_delay_max`. With both as long as the pause, so is the delay.
 */
export const setRetryIn =
  ({ executeSql }: Connection, schema: string): SetRetry =>
  async (name, { id, retryCount, retryDelay, retryDelayMax }, retry) => {
    // The connection logs a failure.
    const execute = async (text: string, values: readonly unknown[]) => {
      await executeSql(text, [name, id, retryCount, ...values]).catch(() => {})
    }
    if (retry === 'never') {
      await execute(endRetries(schema), [])
      return
    }
    const usual = retryDelaySeconds(name)
    const backoffMin = Math.min(usual.max, usual.first * 2 ** retryCount)
    const seconds = Math.ceil(retry.pauseSeconds)
    const wanted = seconds > backoffMin ? { first: seconds, max: seconds } : usual
    if (retryDelay !== wanted.first || retryDelayMax !== wanted.max)
      await execute(setDelay(schema), [wanted.first, wanted.max])
  }

/** $1 the queue, $2 the job, $3 how often it was retried: another worker may have it by now. */
const ofAttempt = `where name = $1 and id = $2 and retry_count = $3 and state = 'active'`

/** $4 and $5 the delay in seconds. */
const setDelay = (schema: string): string =>
  `update ${schema}.job set retry_delay = $4, retry_delay_max = $5 ${ofAttempt}`

const endRetries = (schema: string): string =>
  `update ${schema}.job set retry_limit = retry_count ${ofAttempt}`
