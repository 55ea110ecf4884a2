import type { Pool, PoolClient } from 'pg'

/** Connections taken from a pool, each used several times before the pool gets it back. */
export type BorrowedConnections = {
  readonly take: () => PoolClient | Promise<PoolClient>
  /** Keeps a connection that is in order for the next use. One that is not goes back to the pool by its `release`. */
  readonly keep: (client: PoolClient) => void
  /** Gives the pool what nobody uses: before it is asked to end. */
  readonly returnIdle: () => void
}

/** So that the pool can still close what is idle or old. */
const borrowedMs = 1_000

/**
 * Borrows connections for up to a second, because a checkout of the pool starts two timers and a search has several.
 * `onLost` gets the error of a connection that broke while nobody used it; it is closed.
 */
export function borrowedConnections(pool: Pool, onLost: (error: Error) => void): BorrowedConnections {
  const takenAt = new WeakMap<PoolClient, number>()
  const idle: PoolClient[] = []
  let returning: NodeJS.Timeout | null = null

  const returnIdle = () => {
    returning = null
    for (const client of idle.splice(0)) client.release()
  }
  const takeFromPool = async () => {
    const client = await pool.connect()
    takenAt.set(client, performance.now())
    return client
  }
  // Without listeners, a connection that breaks would end the process.
  pool.on('error', onLost)
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      const position = idle.indexOf(client)
      if (position < 0) return // The work that uses it gets the error, or the pool does.
      idle.splice(position, 1)
      onLost(error)
      client.release(true)
    }),
  )
  return {
    take: () => idle.pop() ?? takeFromPool(),
    keep(client) {
      if (pool.ending || performance.now() - (takenAt.get(client) ?? 0) > borrowedMs) return client.release()
      idle.push(client)
      returning ??= setTimeout(returnIdle, borrowedMs).unref()
    },
    returnIdle,
  }
}
