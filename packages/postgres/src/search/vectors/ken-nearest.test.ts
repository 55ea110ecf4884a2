import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../database.ts'
import { openEmbedded } from '../../open/embedded/open-embedded.ts'
import { migratedDirectory } from '../../testing/migrated-directory.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { findNearest } from './find-nearest.ts'
import { buildVectorGraph, comparedMax } from './vector-graph.ts'

const documents = 8_000
const dimensions = 16

/**
 * Vectors around 40 centers. All documents allow `everyone`, half of them `group:half`, a tenth
 * `group:tenth`, and those of the last 20 centers `group:topic`.
 */
async function fill({ kysely }: Database) {
  await sql`select setseed(0.4)`.execute(kysely)
  await sql`
    with center as materialized (
      select number, array(select random() - 0.5 + 0 * number from generate_series(1, ${sql.lit(dimensions)})) as middle
      from generate_series(0, 39) as number
    ),
    drawn as materialized (
      select gen_random_uuid() as id, number, number % 40 as center, (random() * 2147483647)::int as place
      from generate_series(1, ${sql.lit(documents)}) as number
    ),
    stored as (
      insert into documents (id, external_id, title, url, body, source, allowed)
      select id, number, 'Page', '', '', 'wiki',
        array['everyone'] || case when number % 2 = 0 then '{group:half}'::text[] end
          || case when number % 10 = 0 then '{group:tenth}'::text[] end || case when center >= 20 then '{group:topic}'::text[] end
      from drawn returning id, source, allowed
    ),
    passages as (
      insert into document_chunks (document_id, ordinal, heading, body) select id, 0, '', 'Text.' from drawn
    ),
    terms as (
      insert into passage_terms (document_id, ordinal, place, level, access, terms, impacts)
      select id, 0, place, level, ken_access(source, allowed, level), '{}', ''
      from stored join (select id, place, least(11, 30 - floor(log(2.0, place + 1)))::int as level from drawn) as leveled using (id)
    )
    insert into chunk_embeddings (document_id, ordinal, model, embedding)
    select id, 0, 'model', (
      select array_agg(part + 0.4 * (random() - 0.5) order by position) from unnest(middle) with ordinality as entry (part, position)
    )::vector
    from drawn join center on center.number = drawn.center
  `.execute(kysely)
  await sql`analyze`.execute(kysely)
}

let database: Database
let close: () => Promise<void>
let targets: readonly string[]

beforeAll(async () => {
  const directory = await migratedDirectory()
  database = await openEmbedded({ directory: directory.path, log: silentLog })
  close = async () => {
    await database.close()
    directory.remove()
  }
  await fill(database)
  const { rows } = await sql<{ target: string }>`
    select embedding::text as target from chunk_embeddings order by document_id limit 20
  `.execute(database.kysely)
  targets = rows.map(({ target }) => target)
})
afterAll(() => close())

/** The ten nearest documents for each target. */
const nearest = (reader: string, comparedAtMost = comparedMax) =>
  Promise.all(
    targets.map(async (target) => {
      const values = [target, 'model', [reader], null, 10, comparedAtMost]
      const rows = await database.searchQuery<{ documentId: string }>('near', findNearest, values)
      return rows.map(({ documentId }) => documentId)
    }),
  )

const readsGraph = async (reader: string, comparedAtMost?: number) => {
  const reads = sql<{ reads: number }>`
    select coalesce(sum(pg_stat_get_xact_numscans(oid)), 0)::int as reads
    from pg_class where relname like 'chunk_embeddings_near%'
  `
  return database.kysely.transaction().execute(async (transaction) => {
    const readsOf = async () => (await reads.execute(transaction)).rows[0]!.reads
    const before = await readsOf()
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from ken_nearest(${targets[0]}, 'model', ${[reader]}, ${[reader]}, null, 10, ${comparedAtMost ?? comparedMax})
    `.execute(transaction)
    expect(rows[0]?.found).toBe(10)
    return (await readsOf()) > before
  })
}

describe('a graph of vectors', () => {
  it('is built once, only for many passages', async () => {
    expect(await buildVectorGraph(database.kysely, 'model')).toBe(false)
    expect(await buildVectorGraph(database.kysely, 'absent', 1_000)).toBe(false)
    expect(await buildVectorGraph(database.kysely, 'model', 1_000)).toBe(true)
    expect(await buildVectorGraph(database.kysely, 'model', 1_000)).toBe(false)
  })

  it.each(['everyone', 'group:half', 'group:topic'])(
    'finds at least 95 of 100 nearest documents that %s may see',
    async (reader) => {
      expect(await readsGraph(reader, 500)).toBe(true)
      const exact = await nearest(reader)
      const found = await nearest(reader, 500)
      const shared = exact.map((ids, at) => ids.filter((id) => found[at]!.includes(id)).length)
      expect(found.map((ids) => ids.length)).toEqual(targets.map(() => 10))
      expect(shared.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(
        0.95 * 10 * targets.length,
      )
    },
  )

  it('R7 is not read for readers of few passages: all are compared', async () => {
    expect(await readsGraph('everyone')).toBe(false)
    expect(await readsGraph('group:tenth', 500)).toBe(false)
  })

  it('R6 finds nothing that the reader may not see', async () => {
    const { rows } = await sql<{ id: string }>`
      select id from documents where 'group:half' = any (allowed)
    `.execute(database.kysely)
    const allowed = new Set(rows.map(({ id }) => id))
    const found = (await nearest('group:half', 500)).flat()
    expect(found.filter((id) => !allowed.has(id))).toEqual([])
    expect(await nearest('group:absent', 500)).toEqual(targets.map(() => []))
  })

  it('is replaced when the model changes', async () => {
    // Only some of the vectors: to build a graph of all takes seconds.
    await sql`
      update chunk_embeddings set model = 'other'
      where document_id in (select document_id from chunk_embeddings limit 1_500)
    `.execute(database.kysely)
    expect(await buildVectorGraph(database.kysely, 'other', 1_000)).toBe(true)
    const { rows } = await sql<{ graphs: number }>`
      select count(*)::int as graphs from pg_indexes where indexname like 'chunk_embeddings_near%'
    `.execute(database.kysely)
    expect(rows).toEqual([{ graphs: 1 }])
  })
})
