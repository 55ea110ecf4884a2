import { aGroup } from '@ken/core/testing'
import { sql } from 'kysely'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs, {
  chmodSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import type { Database } from '../../database.ts'
import { postgresPorts } from '../../index.ts'
import { migrate } from '../../migrate.ts'
import { DirectoryInUse, openEmbedded } from './open-embedded.ts'
import { migratedDirectory } from '../../testing/migrated-directory.ts'
import { noJobs } from '../../testing/no-jobs.ts'
import { silentLog } from '../../testing/silent-log.ts'

const scratch = mkdtempSync(join(tmpdir(), 'ken-'))
const migrated = await migratedDirectory()
const directory = migrated.path

/** Opens the database of a directory until the test ends. */
async function open(where = directory): Promise<Database> {
  const database = await openEmbedded({ directory: where, log: silentLog })
  onTestFinished(database.close)
  return database
}

afterAll(() => {
  migrated.remove()
  rmSync(scratch, { recursive: true })
})

it('keeps others out of a database that it created in an existing directory', () => {
  expect(statSync(join(directory, 'database')).mode & 0o777).toBe(0o700)
})

it('refuses a directory that is already open, in this process too, and frees it on close', async () => {
  const { close } = await open()
  const second = openEmbedded({ directory, log: silentLog })
  await expect(second).rejects.toThrow(DirectoryInUse)
  await expect(second).rejects.toThrow(
    `The data directory ${directory} is in use by another Ken. Stop that one, or set KEN_DATA_DIR to another directory.`,
  )
  await Promise.all([close(), close()])
  const { query } = await open()
  expect(await query('one', 'select 1 as one', [])).toEqual([{ one: 1 }])
})

it('R92 has a commit on the disk before it is acknowledged', async () => {
  const { kysely } = await open()
  await kysely
    .insertInto('groups')
    .values({ slug: aGroup('first').slug, created_at: new Date() })
    .execute()
  const fsync = fs.fsyncSync
  let synced = 0
  fs.fsyncSync = (file) => {
    synced += 1
    fsync(file)
  }
  syncBuiltinESMExports()
  await kysely
    .insertInto('groups')
    .values({ slug: aGroup('second').slug, created_at: new Date() })
    .execute()
  fs.fsyncSync = fsync
  syncBuiltinESMExports()
  expect(synced).toBeGreaterThan(0)
})

it('keeps its one session when it refuses statements, and returns to each statement its own result', async () => {
  const { query, close } = await open()
  const addUser = (email: string) =>
    query('add_user', `insert into users (id, email, name, role) values ($1, $2, '', 'Member')`, [
      randomUUID(),
      email,
    ])
  const atOnce = await Promise.allSettled([
    addUser('Ada@example.com'),
    addUser('ada@example.com'),
    addUser('jos\u00e9@example.com'),
    query('parsing_fails', 'select missing', []),
    query('binding_fails', 'select $1::int', ['x']),
    query('executing_fails', 'select 1 / 0', []),
    query('one', 'select 1 as one', []),
  ])
  const results = atOnce.map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as { code: string }).code,
  )
  expect(results).toEqual(['23514', [], '23514', '42703', '22P02', '22012', [{ one: 1 }]])
  // Each starts as soon as the previous one has failed.
  for (const email of ['Bea@example.com', 'be\u0130@example.com', 'Bea@example.com']) {
    await expect(addUser(email)).rejects.toMatchObject({ code: '23514' })
  }
  expect(await query('addresses', 'select email from users', [])).toEqual([
    { email: 'ada@example.com' },
  ])
  await expect(addUser('Cleo@example.com')).rejects.toMatchObject({ code: '23514' })
  await close()
})

/** Imports batches of ten documents, starting with `first`, and prints each acknowledged batch. */
const importer = `
  const { importDocuments, operator } = await import(${JSON.stringify(import.meta.resolve('@ken/core'))})
  const { openEmbedded, postgresPorts } = await import(${JSON.stringify(new URL('../../index.ts', import.meta.url))})
  const { noJobs } = await import(${JSON.stringify(new URL('../../testing/no-jobs.ts', import.meta.url))})
  const [directory, first] = process.argv.slice(1)
  const ports = { ...postgresPorts(await openEmbedded({ directory, log: { debug() {}, info() {}, warn() {}, error() {} } }), noJobs), ids: { newId: () => crypto.randomUUID() } }
  for (let batch = Number(first); ; batch += 1) {
    const documents = Array.from({ length: 10 }, (_, position) => ({
      source: 'wiki', externalId: batch + '-' + position, title: 'Batch ' + batch, url: 'https://wiki.example.com/' + batch,
      body: 'A page about printers. '.repeat(position * 20), allowed: ['everyone'], updatedAt: null,
    }))
    const { ok } = await importDocuments(ports, { actor: operator, documents })
    if (ok) console.log(batch)
  }
`

it('contains every acknowledged batch after the process was killed, and no batch in part', async () => {
  const acknowledged: number[] = []
  for (const first of [0, 10_000]) acknowledged.push(...(await acknowledgedBeforeKill(first)))

  const stored = await storedBatches(await open())
  expect(stored.filter(({ documents, indexed }) => documents !== 10 || indexed !== 10)).toEqual([])
  expect(stored.map(({ batch }) => batch)).toEqual(expect.arrayContaining(acknowledged))
  // Each kill may leave one batch that is stored and not acknowledged.
  expect(stored.length - acknowledged.length).toBeLessThanOrEqual(2)
})

/**
 * Lets a process import for a short time, kills it, and returns the batches that it acknowledged.
 */
async function acknowledgedBeforeKill(first: number): Promise<readonly number[]> {
  const killed = spawn(
    process.execPath,
    ['--liftoff-only', '--input-type=module', '--eval', importer, directory, String(first)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const exited = once(killed, 'close')
  let output = ''
  killed.stdout.on('data', (text) => (output += String(text)))
  await expect
    .poll(() => output.split('\n').length, { timeout: 20_000, interval: 5 })
    .toBeGreaterThan(3)
  await expect(openEmbedded({ directory, log: silentLog })).rejects.toThrow(DirectoryInUse)
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 100))
  killed.kill('SIGKILL')
  await exited
  return output.trim().split('\n').map(Number)
}

/** For each batch, the number of documents, and of documents with passages. */
async function storedBatches({ kysely }: Database) {
  const { rows } = await sql<{ batch: number; documents: number; indexed: number }>`
    select split_part(external_id, '-', 1)::int as batch, count(distinct external_id)::int as documents,
      count(*) filter (where exists (select from document_chunks where document_id = id))::int as indexed
    from documents group by batch order by batch
  `.execute(kysely)
  return rows
}

it('gets vectors with the first migration after pgvector was installed', async () => {
  const database = await open()
  await sql`drop table chunk_embeddings`.execute(database.kysely)
  await sql`drop extension vector`.execute(database.kysely)
  await sql`create schema elsewhere`.execute(database.kysely)
  await sql`create extension vector schema elsewhere`.execute(database.kysely)
  expect(await migrate(database.withoutTimeout)).toEqual({ applied: [] })
  expect(await postgresPorts(database, noJobs).searchIndex.supportsVectors()).toBe(false)

  await sql`drop schema elsewhere cascade`.execute(database.kysely)
  expect(await migrate(database.withoutTimeout)).toEqual({ applied: [] })
  expect(await postgresPorts(database, noJobs).searchIndex.supportsVectors()).toBe(true)
})

it.skipIf(process.getuid?.() === 0)(
  'names the user as the reason, and no damage, if files belong to another one',
  async () => {
    const foreign = join(scratch, 'foreign')
    cpSync(join(directory, 'database'), join(foreign, 'database'), { recursive: true })
    chmodSync(join(foreign, 'database', 'global'), 0o500)
    chmodSync(join(foreign, 'database', 'global', 'pg_control'), 0o400)
    await expect(openEmbedded({ directory: foreign, log: silentLog })).rejects.toThrow(
      `The database in ${foreign} cannot be opened: some of its files belong to another user.`,
    )
  },
)

it('names the version as the reason, and no damage, if another PostgreSQL created the database', async () => {
  const other = join(scratch, 'other')
  cpSync(join(directory, 'database'), join(other, 'database'), { recursive: true })
  const version = join(other, 'database', 'PG_VERSION')
  const own = readFileSync(version, 'utf8').trim()
  writeFileSync(version, `${Number(own) - 1}\n`)
  await expect(openEmbedded({ directory: other, log: silentLog })).rejects.toThrow(
    `it is of PostgreSQL ${Number(own) - 1}, and this version of Ken has PostgreSQL ${own}. Start the version of Ken that created it`,
  )
})

it('reports a database that cannot be opened, with advice, and releases it', async () => {
  const damaged = join(scratch, 'damaged')
  cpSync(join(directory, 'database'), join(damaged, 'database'), { recursive: true })
  truncateSync(join(damaged, 'database', 'global', 'pg_control'), 100)
  for (const _ of ['once', 'again']) {
    await expect(openEmbedded({ directory: damaged, log: silentLog })).rejects.toThrow(
      `The database in ${damaged} cannot be opened: it is damaged.`,
    )
  }
})
