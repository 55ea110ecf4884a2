import type { Pool, PoolClient } from 'pg'

/** Connections taken from a pool, each used several times before the pool gets it back. */
export type BorrowedConnections = {
  readonly take: () => PoolClient | Promise<PoolClient>
  /**
   * Keeps a healthy connection for the next use. Return a faulty one to the pool with its
   * `release`.
   */
  readonly keep: (client: PoolClient) => void
  /** Returns idle connections to the pool. Call it before the pool ends. */
  readonly returnIdle: () => void
}

/** Short, so that the pool can still close idle and old connections. */
const borrowedMs = 1_000

/**
 * Borrows connections for up to a second: each checkout starts two timers in the pool, and a search
 * needs several connections. `onLost` gets the error of an idle connection that broke; that
 * connection is closed.
 */
export function borrowedConnections(
  pool: Pool,
  onLost: (error: Error) => void,
): BorrowedConnections {
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
  // Without listeners, a broken connection would end the process.
  pool.on('error', onLost)
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      const position = idle.indexOf(client)
      if (position < 0) return // The work that uses the connection gets the error, or the pool does.
      idle.splice(position, 1)
      onLost(error)
      client.release(true)
    }),
  )
  return {
    take: () => idle.pop() ?? takeFromPool(),
    keep(client) {
      if (pool.ending || performance.now() - (takenAt.get(client) ?? 0) > borrowedMs)
        return client.release()
      idle.push(client)
      returning ??= setTimeout(returnIdle, borrowedMs).unref()
    },
    returnIdle,
  }
}
