import { recordingLog } from '@ken/core/testing'
import { sql } from 'kysely'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { migratedDirectory } from '../../testing/migrated-directory.ts'
import { embeddedUpkeep, walMegabytes } from './embedded-upkeep.ts'
import { openEmbedded } from './open-embedded.ts'

async function world() {
  const directory = await migratedDirectory()
  const log = recordingLog()
  const { kysely, close } = await openEmbedded({ directory: directory.path, log })
  onTestFinished(async () => {
    await close()
    directory[Symbol.dispose]()
  })
  const sizeOf = async (table: string) => {
    const { rows } = await sql<{
      bytes: number
    }>`select pg_relation_size(${table}::regclass)::int as bytes`.execute(kysely)
    return rows[0]!.bytes
  }
  const add = (count: number) =>
    sql`
      insert into leases (name, holder, expires_at)
      select 'lease ' || number, gen_random_uuid(), now() from generate_series(1, ${count}::int) as number
    `.execute(kysely)
  const countNow = () => sql`select pg_stat_force_next_flush()`.execute(kysely)
  /** Adds rows and deletes them, as the queue does. */
  const churn = async (count: number) => {
    await add(count)
    await sql`delete from leases where name like 'lease %'`.execute(kysely)
    await countNow()
  }
  return { path: directory.path, close, kysely, log, sizeOf, add, countNow, churn }
}

it('frees the space of deleted rows, and only where there are many', async () => {
  const { kysely, log, sizeOf, churn } = await world()
  const { run } = embeddedUpkeep(kysely, log)
  await churn(40)
  await run()
  expect(await sizeOf('leases')).toBeGreaterThan(0)
  await churn(2_000)
  expect(await sizeOf('leases')).toBeGreaterThan(100_000)
  await run()
  expect(await sizeOf('leases')).toBe(0)
})

it('lets a large table wait for the night, or until most of its rows are dead', async () => {
  const { kysely, log, sizeOf, countNow } = await world()
  let hour = 12
  const { run } = embeddedUpkeep(kysely, log, () => new Date(2026, 0, 1, hour))
  await sql`create table pages (number int, body text storage plain)`.execute(kysely)
  await sql`insert into pages select number, repeat('text ', 1400) from generate_series(1, 3_000) as number`.execute(
    kysely,
  )
  await countNow()
  await run()
  expect(await sizeOf('pages')).toBeGreaterThan(16_777_216)
  /** How often the table was vacuumed once this number of rows more is dead. */
  const vacuumsAfter = async (rows: number) => {
    await sql`update pages set body = body where number <= ${rows}::int`.execute(kysely)
    await countNow()
    await run()
    const { rows: counted } = await sql<{
      vacuums: number
    }>`select vacuum_count::int as vacuums from pg_stat_all_tables where relname = 'pages'`.execute(
      kysely,
    )
    return counted[0]!.vacuums
  }
  expect(await vacuumsAfter(1_000)).toBe(0)
  hour = 1
  expect(await vacuumsAfter(1)).toBe(1)
  hour = 5
  expect(await vacuumsAfter(1_000)).toBe(1)
  expect(await vacuumsAfter(3_000)).toBe(2)
})

it('keeps the write-ahead log short while much is written, and once it is closed', async () => {
  const { kysely, path, close, log } = await world()
  const { run } = embeddedUpkeep(kysely, log)
  const logMegabytes = () => {
    const folder = join(path, 'database', 'pg_wal')
    const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)))
    return sizes.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0) / 1_048_576
  }
  for (let round = 0; round < 4; round += 1) {
    await sql`create table pages as select repeat('text ', 380) as body from generate_series(1, 18_000)`.execute(
      kysely,
    )
    await sql`drop table pages`.execute(kysely)
    await run()
  }
  expect(logMegabytes()).toBeLessThanOrEqual(2 * walMegabytes.max)
  await close()
  expect(logMegabytes()).toBeLessThanOrEqual(walMegabytes.max)
})

it('refreshes the statistics of a table that grew', async () => {
  const { kysely, log, add, countNow } = await world()
  const known = async () => {
    const { rows } = await sql<{
      known: number
    }>`select reltuples as known from pg_class where oid = 'leases'::regclass`.execute(kysely)
    return rows[0]!.known
  }
  await add(200)
  await countNow()
  expect(await known()).toBeLessThan(200)
  await embeddedUpkeep(kysely, log).run()
  expect(await known()).toBe(200)
})

it('runs twice a minute, by itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { sizeOf, churn } = await world()
  await churn(2_000)
  vi.advanceTimersByTime(29_000)
  expect(await sizeOf('leases')).toBeGreaterThan(100_000)
  vi.advanceTimersByTime(1_000)
  await expect.poll(() => sizeOf('leases')).toBe(0)
})

it('says what is wrong if it cannot, once, and ends with the database', async () => {
  const { kysely, log } = await world()
  const { run, close } = embeddedUpkeep(kysely, log)
  await sql`alter function pg_relation_size(regclass) rename to no_longer_here`.execute(kysely)
  await run()
  await run()
  expect(log.lines).toMatchObject([
    { level: 'warn', event: 'database.upkeep_failed', fields: { reason: expect.any(String) } },
  ])
  await close()
})
