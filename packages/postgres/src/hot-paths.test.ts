import { ok } from '@ken/core'
import type { Principal, Visibility } from '@ken/core/ports'
import { aKey, anAccount, newDigest } from '@ken/core/testing'
import { freshSchema } from '@ken/testing'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { postgresPorts, type Database } from './index.ts'
import { migrate } from './migrate.ts'
import { openServer } from './open-server.ts'
import { searchText } from './search-text.ts'
import { silentLog } from './testing/silent-log.ts'

const documents = 2_000
const chunksPerDocument = 10
const everyone: Visibility = { principals: ['everyone' as Principal], sources: null }

/** Twenty thousand passages of some length, of which one in a hundred has the word that is looked for. */
const fill = [
  `insert into documents (id, source, external_id, title, url, body, allowed)
   select gen_random_uuid(), 'wiki', n::text, 'Page ' || n, 'https://wiki.example.com/' || n, '', '{everyone}'
   from generate_series(1, ${documents}) as n`,
  `insert into document_chunks (document_id, ordinal, heading, body, words)
   select id, ordinal, '', text, text::tsvector
   from documents, generate_series(1, ${chunksPerDocument}) as ordinal,
     format('word%s %s', (external_id::int + ordinal) % 100, repeat('filling ', 60)) as text`,
  'analyze documents, document_chunks',
]

let database: Database

beforeAll(async () => {
  const schema = await freshSchema()
  // One connection, so that it can be asked what it has prepared.
  database = await openServer({ url: schema.url, poolMax: 1, log: silentLog })
  await migrate(database.unhurried)
  for (const statement of fill) await sql.raw(statement).execute(database.unhurried)
  return async () => {
    await database.close()
    await schema.close()
  }
})

describe('the hot paths', () => {
  it('ask the database once per call, by a statement that is prepared once', async () => {
    const asked: string[] = []
    const { keyHolders, searchIndex, transact } = postgresPorts({
      ...database,
      query: (name, ...statement) => {
        asked.push(name)
        return database.query(name, ...statement)
      },
    })
    const [owner, digest] = [anAccount(), newDigest()]
    await transact(async ({ accounts, keys }) => {
      await accounts.insert(owner)
      return ok(await keys.insert(aKey(owner), digest))
    })
    for (let call = 0; call < 3; call += 1) {
      expect(await keyHolders.findByDigest(digest)).toMatchObject({ ownerId: owner.id })
      expect(await searchIndex.searchText('word7', everyone, 10)).toHaveLength(10)
    }
    expect(asked).toEqual(Array.from({ length: 3 }, () => ['find_key_holder', 'search_text']).flat())
    const prepared = await database.query(
      'prepared',
      `select name, (generic_plans + custom_plans)::int as calls from pg_prepared_statements
       where name in ('find_key_holder', 'search_text') order by name`,
      [],
    )
    expect(prepared).toEqual([
      { name: 'find_key_holder', calls: 3 },
      { name: 'search_text', calls: 3 },
    ])
  })

  it.each(['force_custom_plan', 'force_generic_plan'])('find passages through the index of words (%s)', async (mode) => {
    await database.query(`set_${mode}`, `set plan_cache_mode = ${mode}`, [])
    const plan = await database.query(`explain_${mode}`, `explain ${searchText}`, ['word7', ['everyone'], null, 10])
    const lines = JSON.stringify(plan)
    expect(lines).toContain('Bitmap Index Scan on document_chunks_words')
    expect(lines).not.toContain('Seq Scan on document_chunks')
  })
})
