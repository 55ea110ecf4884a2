import { Unavailable } from '@ken/core/ports'
import { Pool } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { emptySchema } from '../testing/server-world.ts'
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
