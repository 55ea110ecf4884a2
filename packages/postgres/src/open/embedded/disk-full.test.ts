import { ok } from '@ken/core'
import { aGroup } from '@ken/core/testing'
import fs from 'node:fs'
import asyncFs from 'node:fs/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openEmbedded, postgresPorts } from '../../index.ts'
import { migrate } from '../../migrate.ts'
import { migratedDirectory } from '../../testing/migrated-directory.ts'
import { noJobs } from '../../testing/no-jobs.ts'
import { connectionTo, emptyDatabase, emptySchema, openFor } from '../../testing/server-world.ts'
import { silentLog } from '../../testing/silent-log.ts'

const disk = {
  name: 'Unavailable',
  dependency: 'disk',
  message: expect.stringContaining('disk of the database is full'),
}

/** What a server with a full disk reports. */
const fillUp = `
create function no_room() returns trigger language plpgsql as $$
begin
  raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100';
end $$;
create trigger no_room before insert on groups for each row execute function no_room();
`

/** Fails statements that need new space. */
const refuseTables = `
create function no_room() returns event_trigger language plpgsql as $$
begin
  raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100';
end $$;
create function no_rights() returns event_trigger language plpgsql as $$
begin
  raise exception 'no rights' using errcode = '42501';
end $$;
create event trigger no_room on ddl_command_start when tag in ('CREATE TABLE AS') execute function no_room();
`

/** More than a database keeps in memory. */
const storeMuch = `
insert into documents (id, source, external_id, title, url, body, allowed)
select gen_random_uuid(), 'wiki', n::text, 'Page', 'https://wiki.example.com', repeat(md5(random()::text), 3000), '{everyone}'
from generate_series(1, 400) as n
`

describe('a database without room on its disk', () => {
  it('is distinguished from one that cannot be reached, until a probe finds room', async () => {
    const { url } = await emptySchema()
    let nowMs = 0
    const [database, admin] = [await openFor(url, { nowMs: () => nowMs }), await connectionTo(url)]
    await migrate(database.withoutTimeout)
    const { transact } = postgresPorts(database, noJobs)
    const store = () => transact(async ({ groups }) => ok(await groups.insert(aGroup())))
    expect(await database.diskFault()).toBeNull()

    await admin.query(fillUp)
    await expect(store()).rejects.toMatchObject(disk)
    expect(await database.diskFault()).toBe('full')
    await database.ping()
    expect(await transact(async ({ groups }) => ok(await groups.list()))).toEqual({
      ok: true,
      value: [],
    })
    expect(await database.diskFault()).toBe('full')

    await admin.query('drop trigger no_room on groups')
    await store()
    expect(await database.diskFault()).toBe('full')
    nowMs = 5_000
    expect(await database.diskFault()).toBeNull()
  })

  it('is reported by a probe although small writes succeed, until there is room', async () => {
    const url = await emptyDatabase()
    let nowMs = 0
    const [database, admin] = [await openFor(url, { nowMs: () => nowMs }), await connectionTo(url)]
    expect(await database.probeDisk()).toBeNull()
    expect((await admin.query(`select from pg_class where relname = 'ken_room'`)).rowCount).toBe(0)
    await admin.query(refuseTables)
    expect(await database.probeDisk()).toBe('full')
    for (nowMs of [0, 5_000, 60_000]) expect(await database.diskFault()).toBe('full')

    await admin.query(
      'drop event trigger no_room; create event trigger ended on ddl_command_start execute function no_rights()',
    )
    await expect(database.probeDisk()).rejects.toThrow('no rights')
    nowMs = 119_999
    expect(await database.diskFault()).toBe('full')
    nowMs = 125_000
    expect(await database.diskFault()).toBeNull()
  })

  it('changes nothing when it fills during a migration, says so, and migrates once there is room', async () => {
    const url = await emptyDatabase()
    const [database, admin] = [await openFor(url), await connectionTo(url)]
    await admin.query(refuseTables.replace('CREATE TABLE AS', 'CREATE FUNCTION'))
    await expect(migrate(database.withoutTimeout)).rejects.toThrow(/disk of the database is full/)
    const tables = `select from pg_tables where schemaname = 'public'`
    expect((await admin.query(tables)).rowCount).toBe(0)
    await admin.query('drop event trigger no_room')
    expect((await migrate(database.withoutTimeout)).applied).not.toEqual([])
  })

  it(
    'is distinguished from a damaged one where it is embedded, and continues when there is room',
    { timeout: 120_000 },
    async () => {
      const { path: directory, remove } = await migratedDirectory()
      onTestFinished(remove)
      let nowMs = 0
      const database = await openEmbedded({ directory, log: silentLog, nowMs: () => nowMs })
      onTestFinished(database.close)
      const { transact } = postgresPorts(database, noJobs)
      const store = () => database.query('store', storeMuch, [])

      const { statfs } = asyncFs
      const little = { bavail: 60_000, blocks: 1_000_000, bsize: 1_000 }
      asyncFs.statfs = (async () => little) as unknown as typeof statfs // Only the numbers are read.
      onTestFinished(() => void (asyncFs.statfs = statfs))
      await expect(
        transact(async ({ groups }) => ok(await groups.insert(aGroup()))),
      ).rejects.toThrow(
        'The disk of the database is full: less than 64 MiB are free, and nothing can be stored.',
      )
      asyncFs.statfs = statfs

      const { writeSync } = fs
      fs.writeSync = () => {
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
          code: 'ENOSPC',
          errno: -28,
        })
      }
      onTestFinished(() => void (fs.writeSync = writeSync))
      await expect(store()).rejects.toMatchObject(disk)
      expect(await database.diskFault()).toBe('full')
      fs.writeSync = writeSync
      nowMs = 5_000
      await store()
      expect(await transact(async ({ groups }) => ok(await groups.insert(aGroup())))).toEqual({
        ok: true,
        value: true,
      })
      expect(await database.diskFault()).not.toBe('full')
    },
  )
})
