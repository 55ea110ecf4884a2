import { PostgresDialect, PostgresDriver, type Dialect, type Driver } from 'kysely'
import type { Bulkhead } from './bulkhead.ts'
import { transactionClient } from '../transactions/transaction-client.ts'

/**
 * A Kysely dialect for these connections. A transaction resolves only when it may be acknowledged.
 */
export function bulkheadDialect(bulkhead: Bulkhead): Dialect {
  const releases: (Promise<void> | null)[] = []
  const connect = async () => {
    const { query, release } = transactionClient(await bulkhead.acquire())
    return { query, release: (mustClose: boolean) => void releases.push(release(mustClose)) }
  }
  const config = { pool: { connect, end: async () => {}, options: {} } }

  const createDriver = (): Driver => {
    const driver = new PostgresDriver(config)
    const release = driver.releaseConnection.bind(driver)
    const releaseConnection = async (...[connection]: Parameters<typeof release>) => {
      const released = release(connection)
      // Read before another connection is released.
      const acknowledged = releases.pop()
      await released
      if (acknowledged === undefined)
        throw new Error('The driver did not release its connection at once.')
      await acknowledged
    }
    return Object.assign(driver, { releaseConnection })
  }
  return Object.assign(new PostgresDialect(config), { createDriver })
}
