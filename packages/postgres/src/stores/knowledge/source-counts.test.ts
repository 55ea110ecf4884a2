import { sql, type Kysely } from 'kysely'
import { ok } from '@ken/core/ports'
import { expect, it } from 'vitest'
import { postgresPorts } from '../../index.ts'
import { migrate } from '../../migrate.ts'
import { migrations } from '../../migrations/index.ts'
import { noJobs } from '../../testing/no-jobs.ts'
import { emptySchema, migratedDatabase, openFor } from '../../testing/server-world.ts'
import type { Tables } from '../../tables.ts'

const counting = '0063-count-sources'

const someDocuments = `
  insert into documents (id, source, external_id, title, url, body, allowed)
  select md5('d' || n)::uuid, case when n <= 3 then 'wiki' else 'ticket' end, n::text, 'Title', 'https://example.com/', '',
    case n when 1 then '{everyone}' when 2 then '{role:Owner,role:Admin}' when 3 then '{group:it,user:1}' else '{everyone,group:it}' end::text[]
  from generate_series(1, 5) as n`
const theirPassages = `
  insert into document_chunks (document_id, ordinal, heading, body)
  select id, ordinal, '', 'Text' from documents, generate_series(0, 1) as ordinal`

/** As with pgvector, but for the type of the vectors. */
const theirVectors = [
  `create table chunk_embeddings (document_id uuid, ordinal int, model text, primary key (document_id, ordinal, model))`,
  `insert into chunk_embeddings select document_id, ordinal, 'model' from document_chunks where ordinal = 0`,
]

const numbers = [
  {
    source: 'ticket',
    documents: 2,
    passages: 4,
    embedded: 0,
    allowed: { everyone: 2, roles: 0, groups: 2, persons: 0 },
  },
  {
    source: 'wiki',
    documents: 3,
    passages: 6,
    embedded: 0,
    allowed: { everyone: 1, roles: 1, groups: 1, persons: 1 },
  },
]

async function aWorld({ url }: { readonly url: string }) {
  const database = await openFor(url)
  const run = (text: string) => sql.raw(text).execute(database.withoutTimeout)
  const listCounts = async (model: string | null = null) => {
    const { transact } = postgresPorts(database, noJobs)
    return (await transact(async ({ sources }) => ok(await sources.listCounts(model)))).value
  }
  return { database, run, listCounts }
}

/** Runs all migrations that came before. */
async function migrateToBefore(kysely: Kysely<Tables>): Promise<void> {
  await sql`create table ken_migrations (name text primary key, applied_at timestamptz not null default now())`.execute(
    kysely,
  )
  for (const [name, migration] of Object.entries(migrations)) {
    if (name >= counting) return
    await migration.up(kysely)
    await sql`insert into ken_migrations (name) values (${name})`.execute(kysely)
  }
}

it('counts the documents, passages and vectors of earlier versions when it is migrated', async () => {
  const { database, run, listCounts } = await aWorld(await emptySchema())
  await migrateToBefore(database.withoutTimeout)
  await run(someDocuments)
  await run(theirPassages)
  for (const statement of theirVectors) await run(statement)
  const { applied } = await migrate(database.withoutTimeout)
  expect(applied[0]).toBe(counting)
  expect(await listCounts()).toEqual(numbers)
  const embedded = async () => (await listCounts('model')).map((counts) => counts.embedded)
  expect(await embedded()).toEqual([2, 3])
  await run(`delete from chunk_embeddings where document_id = md5('d1')::uuid`)
  expect(await embedded()).toEqual([2, 2])
})

it('keeps the numbers when others change documents by SQL', async () => {
  const { run, listCounts } = await aWorld(await migratedDatabase())
  await run(someDocuments)
  await run(theirPassages)
  expect(await listCounts()).toEqual(numbers)
  await run(`delete from documents where external_id in ('2', '4')`)
  await run(`update documents set allowed = '{user:2}' where external_id = '5'`)
  expect(await listCounts()).toEqual([
    {
      source: 'ticket',
      documents: 1,
      passages: 2,
      embedded: 0,
      allowed: { everyone: 0, roles: 0, groups: 0, persons: 1 },
    },
    {
      source: 'wiki',
      documents: 2,
      passages: 4,
      embedded: 0,
      allowed: { everyone: 1, roles: 0, groups: 1, persons: 1 },
    },
  ])
})
