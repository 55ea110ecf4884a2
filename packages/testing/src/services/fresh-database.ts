import { randomBytes } from 'node:crypto'
import { Client, type QueryResult } from 'pg'
import { oneAtATime } from './one-at-a-time.ts'
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
    close: async () =>
      void (await execute(url, `drop schema if exists ${schema}, ${schema}_jobs cascade`)),
  }
}

/** A database of one test or file. `close` drops it, even in use. */
export type FreshDatabase = {
  readonly url: string
  readonly database: string
  readonly close: () => Promise<void>
}

/** An empty database of the run's server, for tests of migrations, extensions or a start of several processes. */
export async function freshDatabase(): Promise<FreshDatabase> {
  return databaseFrom((await testPostgres()).url, 'template0')
}

/**
 * A database with what `fill` puts into it. All copies of a name in a run have the rows of one call: to copy them takes a
 * fraction of the time that migrations take.
 */
export async function filledDatabase(
  name: string,
  fill: (url: string) => Promise<unknown>,
): Promise<FreshDatabase> {
  const { url } = await testPostgres()
  const run = process.env['KEN_TEST_RUN']
  if (run !== undefined)
    return databaseFrom(url, await template(url, templateName(run, name), fill))
  const empty = await databaseFrom(url, 'template0')
  await fill(empty.url)
  return empty
}

/** Drops the databases that this run copied. */
export async function dropTemplates(url: string, run: string): Promise<void> {
  const { rows } = await execute(
    url,
    `select datname from pg_database where starts_with(datname, '${templateName(run, '')}')`,
  )
  for (const { datname } of rows) await execute(url, `drop database ${datname} with (force)`)
}

/** Copies files instead of logging each page of them, for a third of the processor time. */
const copyOf = (origin: string): string => `template ${origin} strategy file_copy`

async function databaseFrom(url: string, origin: string): Promise<FreshDatabase> {
  const database = uniqueName()
  await execute(url, `create database ${database} ${copyOf(origin)}`)
  const close = async () => void (await execute(url, `drop database ${database} with (force)`))
  return { url: withDatabase(url, database), database, close }
}

const templateName = (run: string, name: string): string => `ken_template_${run}_${name}`

/** Creates the template unless this run has it. */
const template = (
  url: string,
  name: string,
  fill: (url: string) => Promise<unknown>,
): Promise<string> =>
  oneAtATime(url, name, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 1) return name
    const draft = `${name}_draft`
    await client.query(`drop database if exists ${draft}`)
    await client.query(`create database ${draft} ${copyOf('template0')}`)
    await fill(withDatabase(url, draft))
    await client.query(`alter database ${draft} rename to ${name}`)
    return name
  })

function withDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

/** A name that needs no quotes. */
function uniqueName(): string {
  return `ken_test_${randomBytes(10).toString('hex')}`
}

function withSearchPath(url: string, schema: string): string {
  const address = new URL(url)
  const options = [address.searchParams.get('options'), `-c search_path=${schema}`].filter(
    (option) => option !== null,
  )
  address.searchParams.set('options', options.join(' '))
  // libpq reads no plus sign as a space.
  address.search = address.search.replaceAll('+', '%20')
  return address.href
}

async function execute(url: string, statement: string): Promise<QueryResult<{ datname: string }>> {
  // A connection that a test left in a transaction shows as an error, not as a run that hangs.
  const client = new Client({ connectionString: url, lock_timeout: lockTimeoutMs })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
