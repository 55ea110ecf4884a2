import { anyAccount, type AccountFilter, type Email } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '../../database.ts'
import { openServer } from '../../open/server/open-server.ts'
import { migratedCopy } from '../../testing/server-world.ts'
import { silentLog } from '../../testing/silent-log.ts'
import type { Tables } from '../../tables.ts'
import { postgresAccountStore } from './postgres-account-store.ts'

/**
 * More people than are read first. Those named Zoe come last, except some; every 20th person has a factor. Addresses are
 * short, because the index has each run of three characters.
 */
const somePeople = `
  insert into users (id, email, name, role, status, mfa_enabled_at)
  select gen_random_uuid(), address || n || '@x.de', case when n <= 6 then 'Ann Zoeller' else 'Zoe' end,
    case when n % 10 = 0 then 'Admin' else 'Member' end,
    case when n % 30 = 3 then 'deactivated' else 'active' end,
    case when n % 20 = 0 then now() end
  from generate_series(1, 2500) as n, lateral (select case when n <= 1200 then 'person' else 'zoe' end as address) as named
`
const limit = 26
const readMax = 1_100

let database: Database

beforeAll(async () => {
  const { url, close } = await migratedCopy()
  database = await openServer({ url, poolMax: 1, log: silentLog })
  await sql.raw(somePeople).execute(database.withoutTimeout)
  return async () => {
    await database.close()
    await close()
  }
})

/** Reads in a transaction. */
const withPeople = (work: (transaction: Transaction<Tables>) => Promise<void>) =>
  database.kysely.transaction().execute(work)

/** How many rows of people the transaction read so far. */
async function countRead(transaction: Transaction<Tables>): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (idx_tup_fetch + seq_tup_read)::int as read from pg_stat_xact_user_tables where relid = 'users'::regclass
  `.execute(transaction)
  return rows[0]!.read
}

const filters: readonly Partial<AccountFilter>[] = [
  {},
  { role: 'Member' },
  { role: 'Admin' },
  { status: 'active' },
  { status: 'deactivated' },
  { mfa: 'enabled' },
  { role: 'Member', mfa: 'missing' },
  { role: 'Member', mfa: 'enabled' },
]

it('finds the people of a text page by page, at the start of addresses and inside', () =>
  withPeople(async (transaction) => {
    const accounts = postgresAccountStore(transaction)
    for (const text of ['zoe', 'ZOE2', 'z', 'oel', '00@', '@x.de zoe', 'absent'])
      for (const filter of filters) {
        let after: Email | null = null
        for (let page = 0; page < 3; page += 1) {
          const found = await accounts.list({ ...anyAccount, ...filter, text }, { after, limit })
          const { role = null, status = null, mfa = null } = filter
          const { rows } = await sql<{ email: Email }>`
            select email from users where strpos(search_text, lower(${text})) > 0
              and role = coalesce(${role}::text, role) and status = coalesce(${status}::text, status)
              and (mfa_enabled_at is not null) = coalesce(${mfa}::text = 'enabled', mfa_enabled_at is not null)
              and email collate "C" > ${after ?? ''} order by email collate "C" limit ${limit}
          `.execute(transaction)
          expect([text, filter, found.map(({ email }) => email)]).toEqual([
            text,
            filter,
            rows.map(({ email }) => email),
          ])
          after = found.at(-1)?.email ?? after
        }
      }
  }))

it('reads few of many people whose addresses start with a short text', () =>
  withPeople(async (transaction) => {
    const accounts = postgresAccountStore(transaction)
    const ask = [
      () => accounts.list({ ...anyAccount, text: 'zoe' }, { after: null, limit }),
      () => accounts.list({ ...anyAccount, text: 'zoe', role: 'Member' }, { after: null, limit }),
      () =>
        accounts.list(
          { ...anyAccount, text: 'zoe', role: 'Member', mfa: 'enabled' },
          { after: null, limit },
        ),
      () => accounts.suggest('zoe', 10),
    ]
    const read: number[] = []
    for (const one of ask) {
      const before = await countRead(transaction)
      await one()
      read.push((await countRead(transaction)) - before)
    }
    expect(read.filter((rows) => rows > readMax)).toEqual([])
  }))
