import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshDatabase, testPostgres, type FreshDatabase } from '@ken/testing'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, it, onTestFinished } from 'vitest'
import type { Database } from './database.ts'
import { migrate, requireMigrated } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { defaultLimits } from './open/server/server-limits.ts'
import {
  connectionTo,
  emptyDatabase,
  emptySchema,
  migratedCopy,
  migratedDatabase,
  openFor,
} from './testing/server-world.ts'

const names = Object.keys(migrations)
/** A migration that later ones do not change. */
const missing = '0005-keep-passages-inline'

/** The URL of a database that has all other migrations. */
async function databaseWithoutOne(): Promise<{ readonly url: string }> {
  const { url } = await migratedDatabase()
  const client = await connectionTo(url)
  await client.query('alter table document_chunks reset (toast_tuple_target)')
  await client.query('delete from ken_migrations where name = $1', [missing])
  return { url }
}

const tablesOf = async ({ query }: Database): Promise<readonly string[]> =>
  (
    await query<{ name: string }>(
      'tables',
      'select table_name as name from information_schema.tables where table_schema = current_schema order by name',
      [],
    )
  ).map(({ name }) => name)

it('R89 lets twenty processes migrate an empty database concurrently, and applies each migration once', async () => {
  const url = await emptyDatabase()
  const databases = await Promise.all(Array.from({ length: 20 }, () => openFor(url)))
  const runs = await Promise.all(databases.map(({ withoutTimeout }) => migrate(withoutTimeout)))
  expect(runs.flatMap(({ applied }) => applied)).toEqual(names)
  expect(await tablesOf(databases[0]!)).toEqual(
    expect.arrayContaining(['api_keys', 'audit_log', 'documents', 'users']),
  )
})

it('is unavailable while another transaction locks the list of migrations', async () => {
  const { url } = await migratedDatabase()
  const { kysely } = await openFor(url, { limits: { ...defaultLimits, statementMs: 300 } })
  const admin = await connectionTo(url)
  await admin.query('begin')
  await admin.query('lock table ken_migrations in access exclusive mode')
  await expect(requireMigrated(kysely)).rejects.toMatchObject({
    name: 'Unavailable',
    message: expect.stringContaining('took too long') as string,
  })
  await admin.query('rollback')
  await requireMigrated(kysely)
})

it('is unavailable if the server ends its connection after the migrations', async () => {
  const { url } = await migratedDatabase()
  const { withoutTimeout } = await openFor(url)
  const admin = await connectionTo(url)
  await admin.query('drop table if exists chunk_embeddings')
  await admin.query(`select pg_advisory_lock(hashtextextended('ken:vectors', 0))`)
  const run = migrate(withoutTimeout)
  run.catch(() => {}) // It may fail before the end of the poll.
  const waiting = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await admin.query(waiting)).rowCount).toBe(1)
  await expect(run).rejects.toMatchObject({ name: 'Unavailable' })
})

it('applies nothing a second time, and reports each migration', async () => {
  const { url } = await emptySchema()
  const { withoutTimeout } = await openFor(url)
  const reports: (readonly [number, number])[] = []
  const watch = {
    waiting: () => expect.unreachable('waited for another process'),
    migrating: (done: number, total: number) => void reports.push([done, total]),
  }
  expect(await migrate(withoutTimeout, watch)).toEqual({ applied: names })
  expect(reports).toEqual([...names.keys(), names.length].map((done) => [done, names.length]))
  expect(await migrate(withoutTimeout, watch)).toEqual({ applied: [] })
  expect(reports).toHaveLength(names.length + 1)
})

it('reports the end only once the migrations are committed', async () => {
  const { url } = await databaseWithoutOne()
  const { kysely, withoutTimeout } = await openFor(url)
  const watch = {
    waiting: () => {},
    migrating: (done: number, total: number) => {
      if (done === total) throw new Error('the end')
    },
  }
  await expect(migrate(withoutTimeout, watch)).rejects.toThrow('the end')
  await expect(requireMigrated(kysely)).resolves.toBeUndefined()
})

it('reports that it waits while another process holds the lock, and migrates afterwards', async () => {
  const { url } = await databaseWithoutOne()
  const [{ withoutTimeout }, other] = await Promise.all([openFor(url), connectionTo(url)])
  const key = `hashtextextended('ken:migrations:' || current_schema, 0)`
  await other.query(`select pg_advisory_lock(${key})`)
  const reports: string[] = []
  const run = migrate(withoutTimeout, {
    waiting: () => void reports.push('waiting'),
    migrating: (done) => void reports.push(`migrating ${done}`),
  })
  await expect.poll(() => reports).toEqual(['waiting'])
  await other.query(`select pg_advisory_unlock(${key})`)
  expect(await run).toEqual({ applied: [missing] })
  expect(reports).toEqual(['waiting', 'migrating 0', 'migrating 1'])
})

it('R89 leaves the database unchanged when it is killed midway, and the next run succeeds', async () => {
  const { url, name } = await emptySchema()
  // The run creates this table and then waits for the blocker's lock.
  const [blocker, watcher] = await Promise.all([connectionTo(url), connectionTo(url)])
  await blocker.query('begin; create table api_keys ()')
  const script = `
    const { migrate, openServer } = await import(${JSON.stringify(new URL('index.ts', import.meta.url))})
    await migrate((await openServer({ url: ${JSON.stringify(url)}, poolMax: 1, log: console })).withoutTimeout)
  `
  const run = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: 'inherit',
  })
  const waiting = `select from pg_stat_activity where application_name = '${name}' and wait_event_type = 'Lock' and query ~ 'api_keys'`
  await expect.poll(async () => (await watcher.query(waiting)).rowCount).toBe(1)
  run.kill('SIGKILL')
  await once(run, 'exit')
  await blocker.query('rollback')

  const database = await openFor(url)
  await expect.poll(() => tablesOf(database)).not.toContain('users')
  expect(await migrate(database.withoutTimeout)).toEqual({ applied: names })
})

it('keeps two installations in two schemas of one database apart', async () => {
  const databases = await Promise.all(
    (await Promise.all([emptySchema(), emptySchema()])).map(({ url }) => openFor(url)),
  )
  for (const { withoutTimeout } of databases)
    expect(await migrate(withoutTimeout)).toEqual({ applied: names })
  for (const { withoutTimeout } of databases)
    expect(await migrate(withoutTimeout)).toEqual({ applied: [] })
})

it('continues while other schemas of the database are created and dropped', async () => {
  const { url, name } = await emptySchema()
  const [{ withoutTimeout }, neighbour] = await Promise.all([openFor(url), connectionTo(url)])
  const schema = `${name}_neighbour`
  const come = `create schema ${schema}; create table ${schema}.one (id serial, a text); create table ${schema}.two (id serial)`
  const done = new AbortController()
  const neighbours = (async () => {
    while (!done.signal.aborted)
      await neighbour.query(`${come}; commit; drop schema ${schema} cascade`)
  })()
  try {
    expect(await migrate(withoutTimeout)).toEqual({ applied: names })
    for (let run = 0; run < 50; run += 1)
      expect(await migrate(withoutTimeout)).toEqual({ applied: [] })
  } finally {
    done.abort()
    await neighbours
  }
})

it('runs a missing migration although later ones have run', async () => {
  const { url } = await databaseWithoutOne()
  const { withoutTimeout } = await openFor(url)
  expect(await migrate(withoutTimeout)).toEqual({ applied: [missing] })
})

it('refuses a database that a newer version migrated, even if migrations are missing, and changes nothing', async () => {
  const { url } = await migratedDatabase()
  const { withoutTimeout } = await openFor(url)
  await sql`
    insert into ken_migrations values ('9998-count-sheep'), ('9999-dream-of-electric-sheep')
  `.execute(withoutTimeout)
  const refusal =
    'This database was migrated by a newer version of Ken: it has 9998-count-sheep, 9999-dream-of-electric-sheep. Start that version, or restore a backup made before it.'
  await expect(migrate(withoutTimeout)).rejects.toThrow(refusal)
  await sql`delete from ken_migrations where name = ${names.at(-1)}`.execute(withoutTimeout)
  await expect(migrate(withoutTimeout)).rejects.toThrow(refusal)
  await sql`
    insert into ken_migrations select '9990-step-' || i from generate_series(1, 9) as i
  `.execute(withoutTimeout)
  await expect(migrate(withoutTimeout)).rejects.toThrow(
    'it has 9990-step-7, 9990-step-8, 9990-step-9, 9998-count-sheep, 9999-dream-of-electric-sheep and 6 more. Start',
  )
})

it("imports the record of an earlier version, made by Kysely's Migrator, which then refuses the database", async () => {
  // Kysely looks at all schemas, and fails if a neighbour drops one meanwhile.
  const url = await emptyDatabase()
  const [database, ...others] = await Promise.all(Array.from({ length: 4 }, () => openFor(url)))
  const { withoutTimeout, query } = database!
  const earlier = names.slice(0, 4)
  const known = Object.fromEntries(earlier.map((name) => [name, migrations[name]!]))
  const props = { db: withoutTimeout, provider: { getMigrations: async () => known } }
  const migrator = new Migrator({
    ...props,
    migrationTableSchema: 'public',
  })
  expect(await migrator.migrateToLatest()).not.toHaveProperty('error')
  const recorded = await query(
    'recorded',
    'select name, timestamp::timestamptz as applied_at from kysely_migration',
    [],
  )

  const runs = await Promise.all([database!, ...others].map((each) => migrate(each.withoutTimeout)))
  expect(runs.flatMap(({ applied }) => applied)).toEqual(names.slice(4))
  const kept = await query<{ name: string }>(
    'kept',
    'select name, applied_at from ken_migrations order by name',
    [],
  )
  expect(kept.slice(0, 4)).toEqual(recorded)
  expect(kept.map(({ name }) => name)).toEqual(names)
  expect((await migrator.migrateToLatest()).error).toMatchObject({
    message: expect.stringContaining('corrupted migrations'),
  })
})

/** A database, its owner, and a user who may not create anything in it. */
async function guestOf({ url, database, close }: FreshDatabase) {
  const admin = await connectionTo((await testPostgres()).url)
  const role = `${database}_guest`
  await admin.query(`create role ${role} login password 'guest'`)
  onTestFinished(async () => {
    await close()
    await admin.query(`drop role ${role}`)
  })
  const guest = Object.assign(new URL(url), { username: role, password: 'guest' })
  const [owner, { withoutTimeout }] = await Promise.all([openFor(url), openFor(guest.href)])
  return { owner: owner.withoutTimeout, guest: withoutTimeout, role }
}

it('says what to do for a user who may not create tables', async () => {
  const { guest } = await guestOf(await freshDatabase())
  await expect(migrate(guest)).rejects.toThrow(
    'Run "ken migrate" as their owner: after "ken database roles", with the URL of the owner role.',
  )
})

it('says that a database that is read-only cannot be migrated', async () => {
  const url = new URL(await emptyDatabase())
  url.searchParams.set('options', '-c default_transaction_read_only=on')
  const { withoutTimeout } = await openFor(url.href)
  await expect(migrate(withoutTimeout)).rejects.toMatchObject({
    name: 'Unavailable',
    message: expect.stringContaining('The database is read-only') as string,
  })
})

it('leaves the tables of another program alone, and says what to do', async () => {
  const database = await openFor(await emptyDatabase())
  await sql`create table users (id int)`.execute(database.kysely)
  await expect(migrate(database.withoutTimeout)).rejects.toThrow(
    'The database has tables or functions of another program: relation "users" already exists. Nothing was changed. Give Ken a database of its own: createdb ',
  )
  expect(await tablesOf(database)).toEqual(['users'])
})

it('says which schema is missing', async () => {
  const url = new URL(await emptyDatabase())
  url.searchParams.set('options', '-c search_path=nowhere')
  await expect(migrate((await openFor(url.href)).withoutTimeout)).rejects.toThrow(
    'names no schema that exists',
  )
})

it.for(['without', 'with'])(
  'lets a user who may not create tables start on a migrated database %s vectors',
  async (vectors) => {
    const { owner, guest, role } = await guestOf(await migratedCopy())
    await sql`drop table if exists chunk_embeddings`.execute(owner)
    if (vectors === 'with') await sql`create table chunk_embeddings ()`.execute(owner)
    await sql`grant select on ken_migrations to ${sql.ref(role)}`.execute(owner)
    expect(await migrate(guest)).toEqual({ applied: [] })
    await sql`delete from ken_migrations where name = ${names.at(-1)}`.execute(owner)
    await expect(migrate(guest)).rejects.toThrow('Run "ken migrate" as their owner')
  },
)

it('has every migration of the folder, in order, each free of imports from Ken', () => {
  const folder = join(import.meta.dirname, 'migrations')
  const files = readdirSync(folder).filter((file) => file !== 'index.ts')
  expect(names).toEqual(files.toSorted().map((file) => file.replace('.ts', '')))
  for (const file of files) {
    const imports = readFileSync(join(folder, file), 'utf8').matchAll(/from '(?<module>[^']+)'/g)
    expect([...imports].map(({ groups }) => groups!['module'])).toEqual(['kysely'])
  }
})
