import { recordingLog } from '@ken/core/testing'
import { randomBytes } from 'node:crypto'
import { sql, type KyselyPlugin } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { freshStatistics } from './fresh-statistics.ts'
import { defaultLimits } from '../open/server/server-limits.ts'
import { indexWorld, passages, randomNumbers } from '../testing/index-world.ts'
import { connectionTo, migratedDatabase, openFor } from '../testing/server-world.ts'

async function world() {
  const { url } = await migratedDatabase()
  const [database, admin] = [await openFor(url), await connectionTo(url)]
  // Autovacuum must not do it first.
  for (const table of ['documents', 'document_chunks']) {
    await admin.query(`alter table ${table} set (autovacuum_enabled = false)`)
  }
  const log = recordingLog()
  const add = (count: number) =>
    sql`
      insert into documents (id, source, external_id, title, url, body, allowed)
      select gen_random_uuid(), 'wiki', gen_random_uuid()::text, 'Page', 'https://wiki.example.com', '', '{everyone}'
      from generate_series(1, ${count}::int)
    `.execute(database.kysely)
  const known = async () =>
    (
      await admin.query<{ known: number }>(
        `select reltuples as known from pg_class where oid = 'documents'::regclass`,
      )
    ).rows[0]?.known
  return { url, database, admin, log, add, known }
}

it('analyses the tables of a search once more than a tenth of the documents changed, and not before', async () => {
  const { database, log, add, known } = await world()
  const { noteChanged, settle } = freshStatistics(database.background, log)
  const change = async (count: number) => {
    await add(count)
    noteChanged(count)
    await settle()
    return known()
  }
  expect(await known()).toBe(-1)
  expect(await change(300)).toBe(300)
  expect(await change(20)).toBe(300)
  expect(await change(20)).toBe(340)
  expect(log.lines.filter(({ event }) => event === 'database.analyzed')).toHaveLength(2)
})

it('has run when the importing process ends', async () => {
  const { url, known, add } = await world()
  const importing = await openFor(url)
  await add(50)
  importing.documentsChanged(50)
  await importing.close()
  expect(await known()).toBe(50)
})

it('may take longer than a statement of other work', async () => {
  const { url, known, add } = await world()
  const importing = await openFor(url, { limits: { ...defaultLimits, statementMs: 1 } })
  await add(2_000)
  importing.documentsChanged(2_000)
  await importing.close()
  expect(await known()).toBe(2_000)
})

it('analyses the tables although the words in them cannot be counted', async () => {
  const { insert, client, database } = await indexWorld()
  await client.query('alter table documents set (autovacuum_enabled = false)')
  await insert(passages(randomNumbers(29), 2_100, 'everyone'))
  await client.query('alter table term_tiers rename to elsewhere')
  const log = recordingLog()
  const { noteChanged, settle } = freshStatistics(database.background, log)
  noteChanged(2_100)
  await settle()
  expect(log.lines.map(({ event }) => event)).toEqual([
    'database.analyzed',
    'database.statistics_stale',
  ])
})

it('sends nothing to a database that does not respond, so that the end of a process does not wait for it', async () => {
  const { database, log, add, known } = await world()
  const reason = 'The database does not respond.'
  const ping = () => Promise.reject(new Error(reason))
  const { noteChanged, settle } = freshStatistics(database.background, log, ping)
  await add(50)
  noteChanged(50)
  await settle()
  expect(await known()).toBe(-1)
  expect(log.lines).toEqual([
    { level: 'warn', event: 'database.statistics_stale', fields: { reason } },
  ])
})

/** As on a server with autovacuum, which servers of tests may not have. */
const withAutovacuum: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => ({
    ...result,
    rows: result.rows.map((row) => ('autovacuum' in row ? { ...row, autovacuum: true } : row)),
  }),
}

it.each([
  { autovacuum: 'off', plugins: [], warnings: ['database.statistics_stale'] },
  { autovacuum: 'on', plugins: [withAutovacuum], warnings: [] },
])('if the database user may not, warns once with autovacuum $autovacuum', async (given) => {
  const { url, admin, log, add, known } = await world()
  const role = `ken_test_${randomBytes(8).toString('hex')}`
  await admin.query(`create role ${role} login password '${role}'`)
  await admin.query(`grant select on all tables in schema public to ${role}`)
  onTestFinished(async () => {
    const owner = await connectionTo(url)
    await owner.query(`drop owned by ${role}; drop role ${role}`)
  })
  const plain = Object.assign(new URL(url), { username: role, password: role })
  const { background } = await openFor(plain.href)
  const kysely = given.plugins.reduce((made, plugin) => made.withPlugin(plugin), background)
  const { noteChanged, settle } = freshStatistics(kysely, log)
  for (let round = 0; round < 2; round += 1) {
    await add(50)
    noteChanged(50)
    await settle()
  }
  const warnings = log.lines.flatMap(({ level, event }) => (level === 'warn' ? [event] : []))
  expect(warnings).toEqual(given.warnings)
  expect(await known()).toBe(-1)
})
