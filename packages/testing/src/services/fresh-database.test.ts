import { Client } from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import { randomBytes } from 'node:crypto'
import { dropTemplates, filledDatabase, freshDatabase, freshSchema } from './fresh-database.ts'
import { testPostgres } from './postgres-service.ts'

afterEach(() => void vi.unstubAllEnvs())

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

it('keeps two schemas from seeing each other', async () => {
  const [one, other] = await Promise.all([freshSchema(), freshSchema()])
  await query(one.url, 'create table notes (body text)')
  await query(one.url, "insert into notes values ('mine')")
  await query(other.url, 'create table notes (body text)')
  expect(await query(one.url, 'select body from notes')).toEqual([{ body: 'mine' }])
  expect(await query(other.url, 'select body from notes')).toEqual([])
  await Promise.all([one.close(), other.close()])
})

it('drops a schema with all it holds', async () => {
  const { url, schema, close } = await freshSchema()
  await query(url, 'create table notes (body text)')
  await close()
  expect(await query(url, `select from pg_namespace where nspname = '${schema}'`)).toEqual([])
})

it('gives a database of its own, and drops it even while a client is connected', async () => {
  const { url, database, close } = await freshDatabase()
  const lingering = new Client({ connectionString: url })
  lingering.on('error', () => {})
  await lingering.connect()
  await lingering.query('create extension pg_trgm')
  await close()
  await expect(query(url, 'select 1')).rejects.toThrow(`database "${database}" does not exist`)
})

it('keeps commits as durable as in production', async () => {
  const { url, close } = await freshSchema()
  expect(await query(url, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }])
  await close()
})

it('fills a database once for all copies of a run, and keeps the copies apart', async () => {
  const run = randomBytes(6).toString('hex')
  vi.stubEnv('KEN_TEST_RUN', run)
  let filled = 0
  const fill = async (url: string) => {
    filled += 1
    await query(url, 'create table notes (body text)')
  }
  const [one, other] = await Promise.all([
    filledDatabase('notes', fill),
    filledDatabase('notes', fill),
  ])
  expect(filled).toBe(1)
  await query(one.url, "insert into notes values ('mine')")
  expect(await query(other.url, 'select body from notes')).toEqual([])
  await Promise.all([one.close(), other.close()])
  const { url } = await testPostgres()
  const templates = `select from pg_database where datname like 'ken_template_${run}%'`
  expect(await query(url, templates)).toHaveLength(1)
  await dropTemplates(url, run)
  expect(await query(url, templates)).toEqual([])
})

it('fills a database again when that failed before', async () => {
  vi.stubEnv('KEN_TEST_RUN', randomBytes(6).toString('hex'))
  await expect(filledDatabase('notes', () => Promise.reject(new Error('no disk')))).rejects.toThrow(
    'no disk',
  )
  const { url, close } = await filledDatabase('notes', (empty) =>
    query(empty, 'create table notes (body text)'),
  )
  expect(await query(url, 'select from notes')).toEqual([])
  await close()
  await dropTemplates((await testPostgres()).url, process.env['KEN_TEST_RUN'] ?? '')
})
