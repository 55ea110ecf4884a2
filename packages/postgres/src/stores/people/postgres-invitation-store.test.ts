import { ok } from '@ken/core'
import { anInvitation } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { postgresPorts } from '../../index.ts'
import { noJobs } from '../../testing/no-jobs.ts'
import { connectionTo, migratedDatabase, openFor } from '../../testing/server-world.ts'

const waiting = `
select count(*)::int as count from pg_stat_activity
where datname = current_database() and wait_event_type = 'Lock'`

it('fails queued invitations in the order in which others lock them, so that they never deadlock', async () => {
  const { url } = await migratedDatabase()
  const client = await connectionTo(url)
  const database = await openFor(url)
  const { transact } = postgresPorts(database, noJobs)
  const older = anInvitation({ email: 'older@example.com' })
  const newer = anInvitation({ email: 'newer@example.com' })
  const ids = [older.id, newer.id].toSorted()
  await transact(async ({ invitations }) => ok(await invitations.insert([older, newer])))
  const lock = (id: string | undefined) =>
    client.query('select from invitations where id = $1 for update', [id])
  await client.query('begin')
  await lock(ids[1])
  const failed = transact(async ({ invitations }) =>
    ok(await invitations.failQueued([older.id, newer.id], 'dropped')),
  )
  await expect.poll(async () => (await client.query(waiting)).rows).toEqual([{ count: 1 }])
  await lock(ids[0])
  await client.query('commit')
  await failed
  const { rows } = await client.query('select distinct state from invitations')
  expect(rows).toEqual([{ state: 'failed' }])
})
