import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshDatabase, testPostgres } from '@ken/testing'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { connectionTo, emptyDatabase, emptySchema, openFor } from './testing/server-world.ts'

const names = Object.keys(migrations)

const tablesOf = async ({ query }: Database): Promise<readonly string[]> =>
  (
    await query<{ name: string }>(
      'tables',
      'select table_name as name from information_schema.tables where table_schema = current_schema order by name',
      [],
    )
  ).map(({ name }) => name)

it('lets eight processes migrate an empty database at once, and applies each migration once', async () => {
  const url = await emptyDatabase()
  const databases = await Promise.all(Array.from({ length: 8 }, () => openFor(url)))
  const runs = await Promise.all(databases.map(({ unhurried }) => migrate(unhurried)))
  expect(runs.flatMap(({ applied }) => applied)).toEqual(names)
  expect(await tablesOf(databases[0]!)).toEqual(expect.arrayContaining(['api_keys', 'audit_log', 'documents', 'users']))
})

it('applies nothing a second time', async () => {
  const { url } = await emptySchema()
  const { unhurried } = await openFor(url)
  expect(await migrate(unhurried)).toEqual({ applied: names })
  expect(await migrate(unhurried)).toEqual({ applied: [] })
})

it('R89 leaves the database as it was when it is killed midway, and the next run succeeds', async () => {
  const { url, name } = await emptySchema()
  // The run comes as far as this table, and then waits for whether it will be there.
  const [blocker, watcher] = await Promise.all([connectionTo(url), connectionTo(url)])
  await blocker.query('begin; create table api_keys ()')
  const script = `
    const { migrate, openServer } = await import(${JSON.stringify(new URL('index.ts', import.meta.url))})
    await migrate((await openServer({ url: ${JSON.stringify(url)}, poolMax: 1, log: console })).unhurried)
  `
  const run = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' })
  const waiting = `select from pg_stat_activity where application_name = '${name}' and wait_event_type = 'Lock' and query ~ 'api_keys'`
  await expect.poll(async () => (await watcher.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1)
  run.kill('SIGKILL')
  await once(run, 'exit')
  await blocker.query('rollback')

  const database = await openFor(url)
  await expect.poll(() => tablesOf(database)).not.toContain('users')
  expect(await migrate(database.unhurried)).toEqual({ applied: names })
})

it('keeps two installations in two schemas of one database apart', async () => {
  const databases = await Promise.all((await Promise.all([emptySchema(), emptySchema()])).map(({ url }) => openFor(url)))
  for (const { unhurried } of databases) expect(await migrate(unhurried)).toEqual({ applied: names })
  for (const { unhurried } of databases) expect(await migrate(unhurried)).toEqual({ applied: [] })
})

it('refuses a database that a newer version migrated', async () => {
  const { url } = await emptySchema()
  const { unhurried } = await openFor(url)
  await migrate(unhurried)
  await sql`insert into kysely_migration values ('9999-dream-of-electric-sheep', '2099-01-01T00:00:00.000Z')`.execute(unhurried)
  await expect(migrate(unhurried)).rejects.toThrow(
    'This database was migrated by a newer version of Ken. Start that version, or restore a backup made before it.',
  )
})

it('says what to grant to a user who may not create tables', async () => {
  const admin = await connectionTo((await testPostgres()).url)
  const { url, database, close } = await freshDatabase()
  const role = `${database}_guest`
  await admin.query(`create role ${role} login password 'guest'`)
  onTestFinished(async () => {
    await close()
    await admin.query(`drop role ${role}`)
  })
  const guest = Object.assign(new URL(url), { username: role, password: 'guest' })
  const { unhurried } = await openFor(guest.href)
  await expect(migrate(unhurried)).rejects.toThrow('grant create on schema')
})

it('has every migration of the folder, in order, each free of imports from Ken', () => {
  const folder = join(import.meta.dirname, 'migrations')
  const files = readdirSync(folder).filter((file) => file !== 'index.ts')
  expect(names).toEqual(files.toSorted().map((file) => file.replace('.ts', '')))
  for (const file of files) {
    const imports = readFileSync(join(folder, file), 'utf8').matchAll(/from '(?<module>[^']+)'/g)
    expect([...imports].map(({ groups }) => groups!['module'])).toEqual(['kysely'])
  }
})
