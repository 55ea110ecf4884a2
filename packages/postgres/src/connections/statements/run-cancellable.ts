import type { PoolClient } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cancel, HeldConnection } from '../bulkheads/bulkhead.ts'
import { requestEnded } from '../request-scope.ts'

const againAfterMs = 100
const attemptsMax = 5

/**
 * Runs one statement for a request, and cancels it in the server when the request ends first.
 * Settles only after every cancel request has arrived, so that none can hit the connection's next
 * statement. If that is uncertain, closes the connection.
 */
export async function runCancellable<Outcome>(
  { client, request, cancel }: Pick<HeldConnection, 'client' | 'request' | 'cancel'>,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  if (request === null || cancel === null) return run()
  if (request.hasEnded()) throw requestEnded()
  let cancelling: Promise<unknown> = Promise.resolve()
  const onAbort = () => {
    if (request.hasEnded())
      cancelling = cancelUntilDone(cancel, client, running).catch(() => client.end())
  }
  request.signal.addEventListener('abort', onAbort, { once: true })
  const running = run()
  try {
    return await running
  } catch (error) {
    throw request.hasEnded() ? requestEnded(error) : error
  } finally {
    request.signal.removeEventListener('abort', onAbort)
    await cancelling
  }
}

/** Repeats the request: one that arrives before its statement cancels nothing. */
async function cancelUntilDone(
  cancel: Cancel,
  client: PoolClient,
  running: Promise<unknown>,
): Promise<void> {
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
