import { Unavailable } from '@ken/core/ports'
import { Pool } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { emptySchema, openFor } from '../testing/server-world.ts'
import { singleConnection } from '../testing/single-connection.ts'
import { queryOn } from './query-on.ts'

it('sends no statement that writes while nothing may be written, and those that read', async () => {
  const pool = new Pool({ connectionString: (await emptySchema()).url, max: 1 })
  onTestFinished(() => pool.end())
  let mayWrite = false
  const query = queryOn(
    singleConnection(pool, {
      beforeWriting: async () => {
        if (!mayWrite) throw new Unavailable('disk', 'The disk is full.')
      },
    }),
  )
  await pool.query('create table things (name text)')
  const add = () => query('add', `insert into things values ('one')`, [])
  const list = () => query('list', 'select name from things', [])
  await expect(add()).rejects.toMatchObject({ dependency: 'disk' })
  expect(await list()).toEqual([])
  mayWrite = true
  await add()
  expect(await list()).toEqual([{ name: 'one' }])
})

it('waits for the disk in every statement but unflushed ones', async () => {
  const { backgroundQuery, unflushedQuery } = await openFor((await emptySchema()).url)
  const text = `select current_setting('synchronous_commit') as commits, current_setting('plan_cache_mode') as plans`
  const flushed = [{ commits: 'on', plans: 'auto' }]
  // The first one on a connection is also prepared.
  expect(await unflushedQuery('settings', text, [])).toEqual(flushed)
  const unflushed = [{ commits: 'off', plans: 'force_generic_plan' }]
  for (const expected of [unflushed, unflushed])
    expect(await unflushedQuery('settings', text, [])).toEqual(expected)
  await expect(unflushedQuery('refused', 'select 1 / $1::int', [0])).rejects.toThrow('zero')
  expect(await backgroundQuery('settings', text, [])).toEqual(flushed)
})
