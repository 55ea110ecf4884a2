import { Unavailable } from '@ken/core/ports'
import type { Client, QueryResultRow } from 'pg'
import type { Query } from '../database.ts'
import { orUnavailable } from '../unavailable.ts'
import { isConnectionLoss, type ConnectionLosses } from './bulkheads/connection-losses.ts'
import type { Bulkhead } from './bulkheads/bulkhead.ts'
import { isRefusal } from './statements/statement-refusal.ts'
import { currentRequest, requestEnded } from './request-scope.ts'
import { runPrepared } from './statements/run-prepared.ts'
import { streamOf } from './statements/stream-of.ts'

/** Fast, read-only look-ups, all on one connection. */
export type LookUps = Pick<Bulkhead, 'longestSilenceMs' | 'dropSilent'> & {
  readonly query: Query
  readonly close: () => Promise<void>
}

export type LookUpsOptions = {
  /** Opens a connection in pipeline mode. */
  readonly connect: () => Promise<Client>
  readonly losses: ConnectionLosses
  readonly timeoutMs: number
}

type Connection = {
  readonly client: Client
  readonly openedAt: number
  inFlight: number
  /** When the server last replied; null while nothing is in flight. */
  silentSince: number | null
  isDropped: boolean
  isAbandoned: boolean
  /** Whether statements are buffered to be written together. */
  isBuffering: boolean
}

const inFlightMax = 1_000
const retryAfterSeconds = 1

/**
 * Sends look-ups without waiting for earlier replies. Those of one turn of the event loop share one
 * write and usually one read. A refused look-up leaves the others alone; a lost connection fails
 * all that are in flight on it.
 */
export function pipelinedLookUps({ connect, losses, timeoutMs }: LookUpsOptions): LookUps {
  let current: Connection | null = null
  let opening: Promise<Connection> | null = null
  let isClosed = false

  /** Stops using a connection, and ends it once nothing is in flight on it. */
  const abandon = (connection: Connection) => {
    if (current === connection) current = null
    // Each look-up in flight fails and comes here. Each further `end` would add a listener to the driver's connection.
    if (connection.isAbandoned) return
    connection.isAbandoned = true
    void connection.client.end().catch(() => {})
  }
  const open = async (): Promise<Connection> => {
    try {
      const client = await connect()
      const openedAt = performance.now()
      const connection = {
        client,
        openedAt,
        inFlight: 0,
        silentSince: null,
        isDropped: false,
        isAbandoned: false,
        isBuffering: false,
      }
      client.on('error', () => abandon(connection))
      client.on('end', () => abandon(connection))
      current = connection
      return connection
    } catch (error) {
      if (isConnectionLoss(error)) losses.record()
      throw error
    } finally {
      opening = null
    }
  }
  const usableConnection = (): Connection | Promise<Connection> => {
    if (isClosed) throw new Unavailable('database', 'The connection to the database is closed.')
    if (current !== null && losses.isUsable(current.openedAt)) return current
    if (current !== null) abandon(current)
    return (opening ??= open())
  }

  async function run<Row extends QueryResultRow>(
    name: string,
    text: string,
    values: readonly unknown[],
  ) {
    if (currentRequest()?.hasEnded() === true) throw requestEnded()
    const found = usableConnection()
    const connection = found instanceof Promise ? await found : found
    if (connection.inFlight >= inFlightMax) throw busy()
    connection.inFlight += 1
    connection.silentSince ??= performance.now()
    bufferWrites(connection)
    try {
      return await runPrepared<Row>(connection.client, { name, text, values, timeoutMs })
    } catch (error) {
      if (isConnectionLoss(error) && !connection.isDropped) losses.record()
      if (!isRefusal(error)) abandon(connection)
      throw error
    } finally {
      connection.inFlight -= 1
      connection.silentSince = connection.inFlight === 0 ? null : performance.now()
    }
  }

  return {
    query: async <Row extends object>(name: string, text: string, values: readonly unknown[]) => {
      try {
        return await run<Row & QueryResultRow>(name, text, values)
      } catch (error) {
        throw orUnavailable(error)
      }
    },
    longestSilenceMs: () => {
      const silentSince = current?.silentSince ?? null
      return silentSince === null ? 0 : performance.now() - silentSince
    },
    dropSilent(milliseconds) {
      const connection = current
      if (
        connection === null ||
        connection.silentSince === null ||
        losses.isUsable(connection.openedAt)
      )
        return
      if (performance.now() - connection.silentSince < milliseconds) return
      connection.isDropped = true
      streamOf(connection.client).destroy(
        new Error('Connection terminated: the database is silent.'),
      )
      abandon(connection)
    },
    async close() {
      isClosed = true
      const connection = current ?? (await opening?.catch(() => null)) ?? null
      await connection?.client.end()
    },
  }
}

/** Buffers statements until the end of this turn of the event loop, then writes them together. */
function bufferWrites(connection: Connection): void {
  if (connection.isBuffering) return
  connection.isBuffering = true
  const stream = streamOf(connection.client)
  stream.cork()
  setImmediate(() => {
    connection.isBuffering = false
    stream.uncork()
  })
}

const busy = () =>
  new Unavailable('database', 'Too many look-ups wait for the database.', { retryAfterSeconds })
