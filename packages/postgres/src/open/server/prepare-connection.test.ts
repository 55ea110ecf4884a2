import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../migrate.ts'
import { postgresSearchIndex } from '../../search/postgres-search-index.ts'
import { prepareConnection } from './prepare-connection.ts'
import { connectionTo, emptyDatabase, emptySchema, openFor } from '../../testing/server-world.ts'

/** A server that logs everything, and sends its log to the client, too. */
const talkative = [
  'log_min_duration_statement=0',
  'log_parameter_max_length=-1',
  'log_parameter_max_length_on_error=-1',
  'client_min_messages=log',
]

/** An address of the same database, and everything that the server sent there. */
async function recorded(url: string, settings: readonly string[]) {
  const { hostname, port } = new URL(url)
  const received: Buffer[] = []
  const server = createServer((socket) => {
    const upstream = connect(Number(port), hostname)
    upstream.on('data', (data) => received.push(data))
    socket.pipe(upstream).pipe(socket)
    for (const end of [socket, upstream]) end.on('error', () => socket.destroy())
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = new URL(url)
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const options = [
    address.searchParams.get('options') ?? '',
    ...settings.map((setting) => `-c ${setting}`),
  ].join(' ')
  address.searchParams.set('options', options)
  address.search = address.search.replaceAll('+', '%20')
  return { url: address.href, text: () => Buffer.concat(received).toString('latin1') }
}

const fails = `select 1 / length(left($1, 0))`

describe('the log of the database server', () => {
  it('R10 contains no word of a query with any log settings, even when a statement fails', async () => {
    const { url } = await emptySchema()
    const wire = await recorded(url, talkative)
    const database = await openFor(wire.url)
    await migrate(database.withoutTimeout)
    const canary = `canary${randomBytes(8).toString('hex')}`
    await postgresSearchIndex(database).searchText(canary, { principals: [], sources: null }, 10)
    await expect(database.query('fails', fails, [canary])).rejects.toThrow('division by zero')
    expect(wire.text()).toMatch(/duration: .*search_text/)
    expect(wire.text()).not.toContain(canary)
  })

  it('is limited for its own session if the user may not change settings, and the connection still opens', async () => {
    const { url } = await emptySchema()
    const [owner, role] = [await connectionTo(url), `ken_test_${randomBytes(8).toString('hex')}`]
    await owner.query(`create role ${role} login password '${role}'`)
    await owner.query(`alter role ${role} set log_parameter_max_length_on_error = -1`)
    onTestFinished(async () => void (await (await connectionTo(url)).query(`drop role ${role}`)))
    const plain = Object.assign(new URL(url), { username: role, password: role })
    const { query } = await openFor(plain.href)
    const settings = ['log_parameter_max_length', 'log_parameter_max_length_on_error']
    const shown = await query(
      'shown',
      'select current_setting(name) as value from unnest($1::text[]) as name',
      [settings],
    )
    expect(shown).toEqual([{ value: '-1' }, { value: '0' }])
  })
})

/** The setting in transactions and statements of Ken if the database has another default. */
async function commitsWhereDefaultIs(value: string): Promise<ReadonlySet<unknown>> {
  const url = await emptyDatabase()
  const administrator = await connectionTo(url)
  await administrator.query(
    `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = ${value}`,
  )
  const { kysely, withoutTimeout, query } = await openFor(url)
  const shown = sql<{ value: string }>`select current_setting('synchronous_commit') as value`
  const inTransactions = await Promise.all(
    [kysely, withoutTimeout].map((pool) =>
      pool.transaction().execute((transaction) => shown.execute(transaction)),
    ),
  )
  const [outside] = await query<{ value: string }>(
    'commits',
    `select current_setting('synchronous_commit') as value`,
    [],
  )
  return new Set([...inTransactions.map(({ rows }) => rows[0]?.value), outside?.value])
}

describe('a commit', () => {
  it("R92 commits to the disk before it acknowledges, although the database's default is off", async () => {
    expect(await commitsWhereDefaultIs('off')).toEqual(new Set(['on']))
  })

  it.for(['remote_apply', 'remote_write', 'local'])(
    'R92 waits as the database is configured to: %s',
    async (value) => {
      expect(await commitsWhereDefaultIs(value)).toEqual(new Set([value]))
    },
  )
})

/** Connections to a database whose administrator chose these settings. */
async function withDefaults(defaults: readonly string[]) {
  const url = await emptyDatabase()
  const administrator = await connectionTo(url)
  const name = new URL(url).pathname.slice(1)
  for (const setting of defaults) await administrator.query(`alter database ${name} set ${setting}`)
  return openFor(url)
}

describe('a database with other defaults', () => {
  it('returns dates, lengths of time, numbers and lists as they were stored', async () => {
    const defaults = [
      "datestyle = 'German, DMY'",
      "intervalstyle = 'iso_8601'",
      'extra_float_digits = -15',
      'array_nulls = off',
    ]
    const { query, searchQuery, lookUp } = await withDefaults(defaults)
    const at = new Date('2026-02-03T04:05:06.789Z')
    const stored =
      'select $1::timestamptz as at, $2::float8 as score, $3::text[] as list, $4::interval::text as length'
    const row = { at, score: 0.1 + 0.2, list: ['a', null], length: '01:30:00' }
    for (const ask of [query, searchQuery, lookUp])
      expect(await ask('stored', stored, Object.values(row))).toEqual([row])
  })

  it.for(['repeatable read', 'serializable'])(
    'lets a transaction read what was committed while it waited for a lock: %s',
    async (isolation) => {
      const { kysely } = await withDefaults([`default_transaction_isolation = '${isolation}'`])
      await sql`create table counted (id int)`.execute(kysely)
      const count = sql<{ rows: number }>`select count(*)::int as rows from counted`
      await kysely.transaction().execute(async (transaction) => {
        await count.execute(transaction)
        await sql`insert into counted values (1)`.execute(kysely)
        expect((await count.execute(transaction)).rows).toEqual([{ rows: 1 }])
      })
    },
  )
})

it("keeps idle connections although the database's default ends their sessions", async () => {
  const { url } = await emptySchema()
  const limited = new URL(url)
  const options = limited.searchParams.get('options') ?? ''
  limited.searchParams.set('options', `${options} -c idle_session_timeout=1h`)
  const database = await openFor(limited.href.replaceAll('+', '%20'))
  const shown = `select current_setting('idle_session_timeout') as value`
  for (const ask of [database.query, database.searchQuery, database.lookUp])
    expect(await ask('shown', shown, [])).toEqual([{ value: '0' }])
})

describe('R156 a connection for searches', () => {
  it('limits the time of a search in its own session, to one processor, also where startup parameters are ignored', async () => {
    const database = await openFor((await emptySchema()).url, { searchBudgetMs: 1_234 })
    const names = ['statement_timeout', 'max_parallel_workers_per_gather', 'jit']
    const shown = `select name, setting as value, source from pg_settings where name = any($1) order by array_position($1, name)`
    expect(await database.searchQuery('shown', shown, [names])).toEqual([
      { name: 'statement_timeout', value: '1234', source: 'session' },
      { name: 'max_parallel_workers_per_gather', value: '0', source: 'session' },
      { name: 'jit', value: 'off', source: 'session' },
    ])
    expect(await database.query('shown', shown, [['statement_timeout']])).toMatchObject([
      { value: '5000', source: 'client' },
    ])
  })
})

it('R89 lets the server end a migration whose process was killed, even in the middle of a statement', async () => {
  const { url, name } = await emptySchema()
  const watcher = await connectionTo(url)
  const script = `
    const { openServer } = await import(${JSON.stringify(new URL('../../index.ts', import.meta.url))})
    const { sql } = await import('kysely')
    const { withoutTimeout } = await openServer({ url: ${JSON.stringify(url)}, poolMax: 1, log: console })
    await sql\`select pg_sleep(600)\`.execute(withoutTimeout)
  `
  const run = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: 'inherit',
    cwd: import.meta.dirname,
  })
  const sleeping = `select from pg_stat_activity where application_name = '${name}' and query ~ '^select pg_sleep'`
  await expect.poll(async () => (await watcher.query(sleeping)).rowCount).toBe(1)
  run.kill('SIGKILL')
  await once(run, 'exit')
  await expect.poll(async () => (await watcher.query(sleeping)).rowCount).toBe(0)
})

it('opens a connection to a server that cannot notice a killed process', async () => {
  const sent: string[] = []
  const refusing = {
    query: async ({ text }: { readonly text: string }) => {
      sent.push(text)
      if (text.includes('client_connection_check_interval'))
        throw Object.assign(new Error('must be set to 0 on this platform'), { code: '22023' })
    },
  }
  await prepareConnection(refusing, { timeoutMs: 1_000, searchBudgetMs: null, isUnlimited: true })
  expect(sent.at(-1)).toContain('client_connection_check_interval')
})
