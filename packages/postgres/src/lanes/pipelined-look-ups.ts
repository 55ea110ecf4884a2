import { Unavailable } from '@ken/core/ports'
import type { Client, QueryResultRow } from 'pg'
import type { Query } from '../database.ts'
import { orUnavailable } from '../unavailable.ts'
import { isBreak, type Breaks } from './breaks.ts'
import { isRefusal, type Lane } from './lane.ts'
import { currentRequest, requestOver } from './request-scope.ts'
import { runStatement } from './run-statement.ts'

/** Look-ups that are quick and change nothing, all on one connection. */
export type LookUps = Pick<Lane, 'longestSilenceMs' | 'dropSilent'> & {
  readonly query: Query
  readonly close: () => Promise<void>
}

export type LookUpsOptions = {
  /** Opens a connection in pipeline mode. */
  readonly connect: () => Promise<Client>
  readonly breaks: Breaks
  readonly timeoutMs: number
}

type Connection = {
  readonly client: Client
  readonly openedAt: number
  underWay: number
  /** When the server last returned something; null while nothing is under way. */
  silentSince: number | null
  isDropped: boolean
  /** Whether statements wait to be written together. */
  isGathering: boolean
}

const underWayMax = 1_000
const retryAfterSeconds = 1

/**
 * Sends look-ups without waiting for the replies to earlier ones: those of one turn of the event loop share one write and
 * mostly one read. One that fails leaves the others alone; a connection that breaks fails all that are under way on it.
 */
export function pipelinedLookUps({ connect, breaks, timeoutMs }: LookUpsOptions): LookUps {
  let current: Connection | null = null
  let opening: Promise<Connection> | null = null
  let isClosed = false

  /** Uses a connection no more, and ends it once nothing is under way on it. */
  const abandon = (connection: Connection) => {
    if (current === connection) current = null
    void connection.client.end().catch(() => {})
  }
  const open = async (): Promise<Connection> => {
    try {
      const client = await connect()
      const openedAt = performance.now()
      const connection = { client, openedAt, underWay: 0, silentSince: null, isDropped: false, isGathering: false }
      client.on('error', () => abandon(connection))
      client.on('end', () => abandon(connection))
      current = connection
      return connection
    } catch (error) {
      if (isBreak(error)) breaks.note()
      throw error
    } finally {
      opening = null
    }
  }
  const sound = (): Connection | Promise<Connection> => {
    if (isClosed) throw new Unavailable('database', 'The connection to the database is closed.')
    if (current !== null && breaks.isSound(current.openedAt)) return current
    if (current !== null) abandon(current)
    return (opening ??= open())
  }

  async function run<Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]) {
    if (currentRequest()?.isOver() === true) throw requestOver()
    const found = sound()
    const connection = found instanceof Promise ? await found : found
    if (connection.underWay >= underWayMax) throw busy()
    connection.underWay += 1
    connection.silentSince ??= performance.now()
    gather(connection)
    try {
      return (await runStatement<Row>(connection.client, { name, text, values, timeoutMs })).rows
    } catch (error) {
      if (isBreak(error) && !connection.isDropped) breaks.note()
      if (!isRefusal(error)) abandon(connection)
      throw error
    } finally {
      connection.underWay -= 1
      connection.silentSince = connection.underWay === 0 ? null : performance.now()
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
      if (connection === null || connection.silentSince === null || breaks.isSound(connection.openedAt)) return
      if (performance.now() - connection.silentSince < milliseconds) return
      connection.isDropped = true
      streamOf(connection.client).destroy(new Error('Connection terminated: the database is silent.'))
      abandon(connection)
    },
    async close() {
      isClosed = true
      const connection = current ?? (await opening?.catch(() => null)) ?? null
      await connection?.client.end()
    },
  }
}

/** Writes what is asked during this turn of the event loop at its end, at once. */
function gather(connection: Connection): void {
  if (connection.isGathering) return
  connection.isGathering = true
  const stream = streamOf(connection.client)
  stream.cork()
  setImmediate(() => {
    connection.isGathering = false
    stream.uncork()
  })
}

type Stream = { readonly cork: () => void; readonly uncork: () => void; readonly destroy: (error: Error) => void }

const streamOf = (client: Client): Stream =>
  (client as unknown as { readonly connection: { readonly stream: Stream } }).connection.stream // The driver has this field, which its types leave out.

const busy = () => new Unavailable('database', 'Too many look-ups wait for the database.', { retryAfterSeconds })
