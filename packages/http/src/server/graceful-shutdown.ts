import type { Log } from '@ken/core/ports'
import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { RequestInFlight } from './request-limits.ts'
import type { ServerLimits } from './server-limits.ts'

/** The shutdown of a server. */
export type GracefulShutdown = {
  readonly isDraining: () => boolean
  /** Handles a request with `proceed`, immediately or after the listener is closed. */
  readonly admit: (response: ServerResponse, proceed: () => void) => void
  /** Shuts the server down. Idempotent. */
  readonly close: () => Promise<void>
}

/** The listener closes after this long without a new connection; the second is how long to wait for that. */
const quietMs = 20
const quietWaitMs = 1_000

/**
 * Shuts a server down without interrupting clients that connected or sent a request in time. For `leadMs` the server
 * continues, but every response asks its client to connect elsewhere. Then it accepts no connections and waits for
 * the requests in flight.
 */
export function gracefulShutdown(
  server: Server,
  inFlight: readonly RequestInFlight[],
  log: Log,
  { leadMs, drainMs }: Pick<ServerLimits, 'leadMs' | 'drainMs'>,
): GracefulShutdown {
  let connectedAt = 0
  let ending: Promise<void> | null = null
  let listenerClosed: Promise<void> | null = null
  server.on('connection', () => {
    connectedAt = performance.now()
  })

  // Closing the listener resets connections that are not yet accepted. Delayed responses stop clients that
  // send one request after another, so that at some point no connection is waiting.
  const closeListener = async () => {
    const heldAt = performance.now()
    do {
      await sleep(quietMs)
      await nextTurn() // Accepts and reads the requests that have already arrived.
    } while (performance.now() - connectedAt < quietMs && performance.now() - heldAt < quietWaitMs)
    server.close() // Closes idle connections too.
  }

  const end = async () => {
    const startedAt = performance.now()
    const patience = AbortSignal.timeout(drainMs)
    const closed = once(server, 'close')
    for (const { response } of inFlight) response.shouldKeepAlive = false
    await sleep(leadMs)
    await (listenerClosed = closeListener())
    while (inFlight.length > 0 && !patience.aborted) {
      await Promise.allSettled(
        inFlight.map(({ response }) => once(response, 'close', { signal: patience })),
      )
    }
    const cut = inFlight.length
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
