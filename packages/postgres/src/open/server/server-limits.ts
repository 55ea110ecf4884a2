import type { WaitingLimits } from '../../connections/bulkheads/connection-slots.ts'
import type { PingLimits } from '../../connections/ping.ts'

/** How long Ken waits for a server before it counts as unavailable. */
export type ServerLimits = {
  /** For a new connection, and for a pooled one where no request waits for it. */
  readonly connectMs: number
  /** For a statement outside a transaction, except searches. The server cancels it, too. */
  readonly queryMs: number
  /**
   * For a statement of a transaction, including its locks, and for the pause until the next
   * statement.
   */
  readonly statementMs: number
  /**
   * For any data from the server. The server cancels a statement earlier and reports it, unless it
   * is gone.
   */
  readonly silenceMs: number
  /** For a check that the server responds: on one connection, and in total. */
  readonly ping: PingLimits
  /** How long requests may wait for a connection; `actMs` for one of transactions. */
  readonly requestWaits: Pick<WaitingLimits, 'requestsMax' | 'requestMs'> & {
    readonly actMs: number
  }
}

export const defaultLimits: ServerLimits = {
  connectMs: 5_000,
  queryMs: 5_000,
  statementMs: 25_000,
  silenceMs: 30_000,
  ping: { replyMs: 900, totalMs: 2_000 },
  // With two seconds for a lock, the longest wait before a refusal is six.
  requestWaits: { requestsMax: 200, requestMs: 1_000, actMs: 4_000 },
}

/** Extra time for the server to cancel a statement and report it before the driver does. */
export const serverFirstMs = 200
