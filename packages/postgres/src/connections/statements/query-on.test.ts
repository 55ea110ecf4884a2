import { Unavailable } from '@ken/core/ports'
import { Pool } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { emptySchema, openFor } from '../../testing/server-world.ts'
import { singleConnection } from '../../testing/single-connection.ts'
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

it('sends statements before another in its transaction once all are prepared', async () => {
  const { unflushedQuery, query } = await openFor((await emptySchema()).url, { poolMax: 1 })
  await query('create', 'create table things (name text check (name <> $$refused$$))', [])
  const insert = 'insert into things values ($1)'
  const add = (first: string, last: string) =>
    unflushedQuery(
      'last',
      `${insert} returning name`,
      [last],
      [{ name: 'first', text: `${insert} returning name || '!'`, values: [first] }],
    )
  const list = `select name, dense_rank() over (order by xmin::text::bigint)::int as act from things order by name`
  // Each statement is prepared by itself.
  expect(await add('a', 'b')).toEqual([{ name: 'b' }])
  expect(await add('c', 'd')).toEqual([{ name: 'd' }])
  await expect(add('e', 'refused')).rejects.toThrow('things_name_check')
  await expect(add('refused', 'f')).rejects.toThrow('things_name_check')
  expect(await add('g', 'h')).toEqual([{ name: 'h' }])
  const acts = { a: 1, b: 2, c: 3, d: 3, g: 4, h: 4 }
  expect(await query('list', list, [])).toEqual(
    Object.entries(acts).map(([name, act]) => ({ name, act })),
  )
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
  // One without columns, too.
  await backgroundQuery('create', 'create table commits (commits text, plans text)', [])
  for (const _ of [1, 2]) await unflushedQuery('note', `insert into commits ${text}`, [])
  expect(await backgroundQuery('list', 'table commits', [])).toEqual([...flushed, ...unflushed])
})
