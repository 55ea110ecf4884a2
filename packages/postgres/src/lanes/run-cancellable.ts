import type { PoolClient, QueryResult, QueryResultRow } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cancel, Held } from './lane.ts'
import { requestOver } from './request-scope.ts'
import { runStatement, type Statement } from './run-statement.ts'

const againAfterMs = 100
const attemptsMax = 5

/**
 * Runs one statement for a request, and has the server end it when the request ends first. Does not settle before every
 * cancel request has arrived, so that none can hit the next statement of the connection. A connection on which that
 * cannot be made sure of is closed.
 */
export async function runCancellable<Row extends QueryResultRow>(
  { client, request, cancel }: Pick<Held, 'client' | 'request' | 'cancel'>,
  statement: Statement,
): Promise<QueryResult<Row>> {
  if (request === null || cancel === null) return runStatement<Row>(client, statement)
  if (request.isOver()) throw requestOver()
  let cancelling: Promise<unknown> = Promise.resolve()
  const onAbort = () => {
    if (request.isOver()) cancelling = cancelUntilDone(cancel, client, running).catch(() => client.end())
  }
  request.signal.addEventListener('abort', onAbort, { once: true })
  const running = runStatement<Row>(client, statement)
  try {
    return await running
  } catch (error) {
    throw request.isOver() ? requestOver(error) : error
  } finally {
    request.signal.removeEventListener('abort', onAbort)
    await cancelling
  }
}

/** Repeated, because a cancel request that arrives before its statement ends nothing. */
async function cancelUntilDone(cancel: Cancel, client: PoolClient, running: Promise<unknown>): Promise<void> {
  const done = running.then(
    () => true,
    () => true,
  )
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    await cancel(client)
    if (await Promise.race([done, sleep(againAfterMs, false, { ref: false })])) return
  }
  throw new Error('The statement could not be cancelled.')
}
