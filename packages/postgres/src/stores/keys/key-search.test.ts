import { anyKey, ok, type AccountId, type KeyId, type PageRequest } from '@ken/core'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '../../database.ts'
import { postgresPorts } from '../../index.ts'
import { noJobs } from '../../testing/no-jobs.ts'
import { migratedDatabase, openFor } from '../../testing/server-world.ts'
import { postgresKeyStore } from './postgres-key-store.ts'

/** More people than the search follows one by one, with short addresses: the index has each run of three characters. */
const somePeople = `
  insert into users (id, email, name, role)
  select md5('p' || n)::uuid, 'p' || n || case when n % 7 = 0 then '@x.org' else '@x.de' end, '', 'Member'
  from generate_series(1, 2100) as n`
/** More keys than the search reads first; few of the revoked ones, and old ones, are of people at x.de. */
const theirKeys = `
  insert into api_keys (id, owner_id, name, key_hash, prefix, revoked_at)
  select (lpad(to_hex(n), 12, '0') || '7' || substr(md5(n::text), 1, 19))::uuid,
    md5('p' || case when n <= 40 or n between 1101 and 1120 then n else 7 * (1 + n % 300) end)::uuid,
    'Key ' || n, md5(n::text) || md5('key' || n), 'ken_' || substr(md5(n::text), 1, 8),
    case when n <= 2200 then now() end
  from generate_series(1, 2500) as n`
const limit = 12

async function aWorld() {
  const { url } = await migratedDatabase()
  const database = await openFor(url)
  for (const statement of [somePeople, theirKeys])
    await sql.raw(statement).execute(database.withoutTimeout)
  return { database, ...postgresPorts(database, noJobs) }
}

const byReadingAll = (
  database: Database,
  text: string,
  status: 'revoked' | 'active',
  after: KeyId | null,
) =>
  database.query<{ id: KeyId }>(
    '',
    `select api_keys.id from api_keys join users on users.id = owner_id
     where (lower(api_keys.name || ' ' || prefix) like '%' || $1 || '%' or users.search_text like '%' || $1 || '%')
       and (revoked_at is not null) = ($2 = 'revoked') and ($3::uuid is null or api_keys.id < $3)
     order by api_keys.id desc limit ${limit}`,
    [text, status, after],
  )

const texts = [
  { of: 'many people, with many keys', text: '@', status: 'active' },
  { of: 'many people, whose keys come last', text: '@x.de', status: 'revoked' },
  { of: 'few people', text: 'p7@', status: 'revoked' },
  { of: 'few keys', text: 'key 2', status: 'revoked' },
  { of: 'one old key', text: 'key 31', status: 'revoked' },
  { of: 'no key', text: 'absent', status: 'active' },
] as const

it('finds the keys of a text page by page, common or rare, new or old', async () => {
  const { database, transact } = await aWorld()
  for (const { of, text, status } of texts) {
    let after: KeyId | null = null
    for (let page = 0; page < 3; page += 1) {
      const request: PageRequest<KeyId> = { after, limit }
      const { value: found } = await transact(async ({ keys }) =>
        ok(await keys.list({ ...anyKey, text, status }, request)),
      )
      const expected = await byReadingAll(database, text, status, after)
      expect([of, ...found.map(({ id }) => id)]).toEqual([of, ...expected.map(({ id }) => id)])
      after = found.at(-1)?.id ?? after
    }
  }
})

it('counts the active keys of a person without reading the revoked ones', async () => {
  const { url } = await migratedDatabase()
  const { kysely, withoutTimeout } = await openFor(url)
  const id = '00000000-0000-7000-8000-000000000001' as AccountId
  for (const statement of [
    `insert into users (id, email, name, role) values ('${id}', 'ada@example.com', 'Ada', 'Member')`,
    `insert into api_keys (id, owner_id, name, key_hash, prefix, revoked_at)
     select gen_random_uuid(), '${id}', 'Key', md5(n::text) || md5('key' || n), 'ken_' || substr(md5(n::text), 1, 8), case when n < 1000 then now() end
     from generate_series(1, 1000) as n`,
    'analyze api_keys',
  ])
    await sql.raw(statement).execute(withoutTimeout)
  const counted = await kysely.transaction().execute(async (transaction) => {
    const active = await postgresKeyStore(transaction).countActive(id)
    const { rows } = await sql<{ read: number }>`
      select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'api_keys'
    `.execute(transaction)
    return { active, ...rows[0] }
  })
  expect(counted.active).toBe(1)
  expect(counted.read).toBeLessThan(10)
})
