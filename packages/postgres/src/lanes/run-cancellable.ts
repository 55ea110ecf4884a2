import type { QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Held } from './lane.ts'
import { requestOver } from './request-scope.ts'

const againAfterMs = 100
const attemptsMax = 5

/**
 * Runs one statement for a request, and has the server end it when the request ends first. Does not settle before every
 * cancel request has arrived, so that none can hit the next statement of the connection. A connection on which that
 * cannot be made sure of is closed.
 */
export async function runCancellable<Row extends QueryResultRow>(
  { client, request, cancel }: Pick<Held, 'client' | 'request' | 'cancel'>,
  statement: QueryConfig,
): Promise<QueryResult<Row>> {
  if (request === null || cancel === null) return client.query<Row>(statement)
  if (request.isOver()) throw requestOver()
  const done = Promise.withResolvers<true>()
  let cancelling: Promise<unknown> = Promise.resolve()
  // Repeated, because a request that arrives before its statement ends nothing.
  const cancelUntilDone = async () => {
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      await cancel(client)
      if (await Promise.race([done.promise, sleep(againAfterMs, false, { ref: false })])) return
    }
    throw new Error('The statement could not be cancelled.')
  }
  const onAbort = () => {
    if (!request.isOver()) return
    cancelling = cancelUntilDone().catch(() => client.end())
  }
  request.signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await client.query<Row>(statement)
  } catch (error) {
    throw request.isOver() ? requestOver(error) : error
  } finally {
    done.resolve(true)
    request.signal.removeEventListener('abort', onAbort)
    await cancelling
  }
}
