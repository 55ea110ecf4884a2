import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { testPostgres } from './postgres-service.ts'

const lockTimeoutMs = 5_000

/** An empty schema of the run's server: `url` connects with it as the search path. `close` drops it with all it holds. */
export async function freshSchema(): Promise<{
  readonly url: string
  readonly schema: string
  readonly close: () => Promise<void>
}> {
  const { url } = await testPostgres()
  const schema = uniqueName()
  await execute(url, `create schema ${schema}`)
  return {
    url: withSearchPath(url, schema),
    schema,
    close: () => execute(url, `drop schema if exists ${schema}, ${schema}_jobs cascade`),
  }
}

/** An empty database of the run's server, for tests of migrations, extensions or a start of several processes. `close` drops it, even in use. */
export async function freshDatabase(): Promise<{
  readonly url: string
  readonly database: string
  readonly close: () => Promise<void>
}> {
  const { url } = await testPostgres()
  const database = uniqueName()
  await execute(url, `create database ${database} template template0`)
  const address = new URL(url)
  address.pathname = `/${database}`
  return { url: address.href, database, close: () => execute(url, `drop database ${database} with (force)`) }
}

/** A name that needs no quotes. */
function uniqueName(): string {
  return `ken_test_${randomBytes(10).toString('hex')}`
}

function withSearchPath(url: string, schema: string): string {
  const address = new URL(url)
  const options = [address.searchParams.get('options'), `-c search_path=${schema}`].filter((option) => option !== null)
  address.searchParams.set('options', options.join(' '))
  // libpq reads no plus sign as a space.
  address.search = address.search.replaceAll('+', '%20')
  return address.href
}

async function execute(url: string, statement: string): Promise<void> {
  // A connection that a test left in a transaction shows as an error, not as a run that hangs.
  const client = new Client({ connectionString: url, lock_timeout: lockTimeoutMs })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
