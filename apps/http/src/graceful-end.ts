import type { Log } from '@ken/core/ports'
import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { ServerLimits } from './server-limits.ts'

/** The end of a server. */
export type GracefulEnd = {
  readonly isDraining: () => boolean
  /** Lets a request in: it is answered by `proceed` at once, or when the listener is closed. */
  readonly admit: (response: ServerResponse, proceed: () => void) => void
  /** Ends the server. Idempotent. */
  readonly close: () => Promise<void>
}

/** So long nobody must have connected before the listener closes, and so long that is waited for. */
const quietMs = 20
const quietWaitMs = 1_000

/**
 * Ends a server without cutting off anybody who connected or sent a request in time (R89): for `leadMs`
 * the server goes on, but every response tells its client to connect elsewhere. Then it accepts no connections and waits for
 * the requests in flight.
 */
export function gracefulEnd(
  server: Server,
  inFlight: ReadonlyMap<ServerResponse, unknown>,
  log: Log,
  { leadMs, drainMs }: Pick<ServerLimits, 'leadMs' | 'drainMs'>,
): GracefulEnd {
  let connectedAt = 0
  let ending: Promise<void> | null = null
  let listenerClosed: Promise<void> | null = null
  server.on('connection', () => {
    connectedAt = performance.now()
  })

  // Connections that wait to be accepted are reset when the listener closes. While answers are held back,
  // clients that ask again after every answer leave a gap in which nobody waits.
  const closeListener = async () => {
    const heldAt = performance.now()
    do {
      await sleep(quietMs)
      await nextTurn() // Whatever has arrived by now is accepted and read first.
    } while (performance.now() - connectedAt < quietMs && performance.now() - heldAt < quietWaitMs)
    server.close() // Closes idle connections too.
  }

  const end = async () => {
    const startedAt = performance.now()
    const patience = AbortSignal.timeout(drainMs)
    const closed = once(server, 'close')
    for (const response of inFlight.keys()) response.shouldKeepAlive = false
    await sleep(leadMs)
    await (listenerClosed = closeListener())
    while (inFlight.size > 0 && !patience.aborted) {
      await Promise.allSettled(inFlight.keys().map((response) => once(response, 'close', { signal: patience })))
    }
    const cut = inFlight.size
    server.closeAllConnections()
    await closed
    log.info('http.stopped', { cut, duration_ms: Math.round(performance.now() - startedAt) })
  }

  return {
    isDraining: () => ending !== null,
    admit: (response, proceed) => {
      if (ending !== null) response.shouldKeepAlive = false
      if (listenerClosed === null) proceed()
      else void listenerClosed.then(proceed)
    },
    close: () => (ending ??= end()),
  }
}
