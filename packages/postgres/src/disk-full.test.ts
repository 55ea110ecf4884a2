import { ok } from '@ken/core'
import { aGroup } from '@ken/core/testing'
import fs, { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openEmbedded, postgresPorts } from './index.ts'
import { migrate } from './migrate.ts'
import { noJobs } from './testing/no-jobs.ts'
import { connectionTo, emptySchema, openFor } from './testing/server-world.ts'
import { silentLog } from './testing/silent-log.ts'

const disk = { name: 'Unavailable', dependency: 'disk', message: expect.stringContaining('disk of the database is full') }

/** What a server says whose disk is full. */
const fillUp = `
create function no_room() returns trigger language plpgsql as $$
begin
  raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100';
end $$;
create trigger no_room before insert on groups for each row execute function no_room();
`

/** More than fits into what a database keeps in memory. */
const storeMuch = `
insert into documents (id, source, external_id, title, url, body, allowed)
select gen_random_uuid(), 'wiki', n::text, 'Page', 'https://wiki.example.com', repeat(md5(random()::text), 3000), '{everyone}'
from generate_series(1, 400) as n
`

describe('a database without room on its disk', () => {
  it('is told from one that cannot be reached, until something is stored again', async () => {
    const { url } = await emptySchema()
    const [database, admin] = [await openFor(url), await connectionTo(url)]
    await migrate(database.unhurried)
    const { transact } = postgresPorts(database, noJobs)
    const store = () => transact(async ({ groups }) => ok(await groups.insert(aGroup())))
    expect(await database.diskFault()).toBeNull()

    await admin.query(fillUp)
    await expect(store()).rejects.toMatchObject(disk)
    expect(await database.diskFault()).toBe('full')
    await database.ping()
    expect(await transact(async ({ groups }) => ok(await groups.list()))).toEqual({ ok: true, value: [] })
    expect(await database.diskFault()).toBe('full')

    await admin.query('drop trigger no_room on groups')
    await store()
    expect(await database.diskFault()).toBeNull()
  })

  it('is told from a damaged one where it is embedded, and goes on when there is room', { timeout: 120_000 }, async () => {
    const directory = mkdtempSync(join(tmpdir(), 'ken-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const database = await openEmbedded({ directory, log: silentLog })
    onTestFinished(database.close)
    await migrate(database.unhurried)
    const { transact } = postgresPorts(database, noJobs)
    const store = () => database.query('store', storeMuch, [])

    const { writeSync } = fs
    fs.writeSync = () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 })
    }
    onTestFinished(() => void (fs.writeSync = writeSync))
    await expect(store()).rejects.toMatchObject(disk)
    expect(await database.diskFault()).toBe('full')
    fs.writeSync = writeSync
    await store()
    expect(await transact(async ({ groups }) => ok(await groups.insert(aGroup())))).toEqual({ ok: true, value: true })
    expect(await database.diskFault()).not.toBe('full')
  })
})
