import {
  type FreshDatabase,
  filledDatabase,
  freshDatabase,
  freshSchema,
  outageProxy,
  type OutageProxy,
} from '@ken/testing'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import type { Database } from '../index.ts'
import { migrate } from '../migrate.ts'
import { openServer, type ServerOptions } from '../open/server/open-server.ts'
import { silentLog } from './silent-log.ts'

/** The URL of an empty database, dropped after the test. */
export async function emptyDatabase(): Promise<string> {
  const { url, close } = await freshDatabase()
  onTestFinished(close)
  return url
}

/**
 * The URL of an empty schema, dropped after the test. `name` is the application name of its
 * connections.
 */
export async function emptySchema(): Promise<{ readonly url: string; readonly name: string }> {
  const { url, schema, close } = await freshSchema()
  onTestFinished(close)
  return { url: `${url}&application_name=${schema}`, name: schema }
}

/** Creates all tables in the database of a URL. */
export async function createTables(url: string): Promise<void> {
  const { withoutTimeout, close } = await openServer({ url, poolMax: 1, log: silentLog })
  await migrate(withoutTimeout)
  await close()
}

/**
 * A database with all tables, for the tests of a file. To copy one takes a tenth of the processor time that migrations
 * take.
 */
export const migratedCopy = (): Promise<FreshDatabase> => filledDatabase('tables', createTables)

/**
 * The URL of a database with all tables, dropped after the test. `name` is the application name of
 * its connections.
 */
export async function migratedDatabase(): Promise<{ readonly url: string; readonly name: string }> {
  const { url, database, close } = await migratedCopy()
  onTestFinished(close)
  const address = new URL(url)
  address.searchParams.set('application_name', database)
  return { url: address.href, name: database }
}

/** The database of a URL, closed after the test. */
export async function openFor(
  url: string,
  options: Partial<ServerOptions> = {},
): Promise<Database> {
  const database = await openServer({ url, poolMax: 4, log: silentLog, ...options })
  onTestFinished(database.close)
  return database
}

/** A proxy to the server of a URL that can fail. */
export async function failingWayTo(url: string): Promise<OutageProxy> {
  const proxy = await outageProxy(url)
  onTestFinished(proxy.close)
  return proxy
}

/** A separate, plain connection to the server. */
export async function connectionTo(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  // A test may kill it.
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}
