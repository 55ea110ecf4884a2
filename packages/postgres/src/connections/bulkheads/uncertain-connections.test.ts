import { Unavailable } from '@ken/core/ports'
import { sql } from 'kysely'
import { Pool } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { kyselyOn, type Database } from '../../database.ts'
import { openEmbedded } from '../../open/embedded/open-embedded.ts'
import { migratedDirectory } from '../../testing/migrated-directory.ts'
import { emptySchema, openFor } from '../../testing/server-world.ts'
import { singleConnection } from '../../testing/single-connection.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { withinRequest } from '../request-scope.ts'
import { stateOf } from '../statements/statement-refusal.ts'

const backend = sql<{ pid: number }>`select pg_backend_pid() as pid`

it('R85 closes a connection on which a transaction failed to begin', async () => {
  const pool = new Pool({ connectionString: (await emptySchema()).url, max: 1 })
  onTestFinished(() => pool.end())
  let isFailing = true
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (statement: { text: string }) => unknown // The only overload that Ken uses.
    const failing = (statement: { text: string }) => {
      if (isFailing && statement.text.startsWith('begin;')) statement.text = 'begin; select 1/0'
      return query(statement)
    }
    Object.assign(client, { query: failing })
  })
  const kysely = kyselyOn(singleConnection(pool))
  const act = () =>
    withinRequest(new AbortController().signal, () =>
      kysely.transaction().execute((transaction) => backend.execute(transaction)),
    )
  await expect(act()).rejects.toThrow('division by zero')
  isFailing = false
  expect((await act()).rows).toHaveLength(1)
})

it('R85 closes a connection that is in an aborted transaction', async () => {
  const { query } = await openFor((await emptySchema()).url, { poolMax: 2 })
  await query('begin', 'begin', [])
  await expect(query('fail', 'select 1/0', [])).rejects.toThrow('division by zero')
  await expect(query('answer', 'select 42 as answer', [])).rejects.toMatchObject({ code: '25P02' })
  expect(await query('answer', 'select 42 as answer', [])).toEqual([{ answer: 42 }])
})

it('keeps the connection of a rolled-back transaction that continued after an error', async () => {
  const { kysely } = await openFor((await emptySchema()).url, { poolMax: 2 })
  const pid = async () =>
    (await kysely.transaction().execute((transaction) => backend.execute(transaction))).rows[0]!.pid
  const before = await pid()
  const failing = kysely.transaction().execute(async (transaction) => {
    await sql`select 1/0`.execute(transaction).catch(() => {})
    await backend.execute(transaction)
  })
  await expect(failing).rejects.toMatchObject({ code: '25P02' })
  expect(await pid()).toBe(before)
})

/** What a prepared statement returns before and after a newer version changes its columns. */
async function listWhileColumnsChange({ query }: Pick<Database, 'query'>) {
  const list = () => query('list', 'select * from things', []).catch(stateOf)
  await query('create', `create table things as select 'one' as name`, [])
  const before = [await list(), await list()]
  await query('change', 'alter table things add size int', [])
  return [...before, await list(), await list()]
}
const listed = [[{ name: 'one' }], [{ name: 'one' }], '0A000', [{ name: 'one', size: null }]]

it('closes a connection that refuses a prepared statement because its columns have changed', async () => {
  const database = await openFor((await emptySchema()).url, { poolMax: 2 })
  expect(await listWhileColumnsChange(database)).toEqual(listed)
})

it('R85 replaces a connection that has lost its prepared statements', async () => {
  const { query, lookUp } = await openFor((await emptySchema()).url, { poolMax: 2 })
  for (const ask of [query, lookUp]) {
    const answer = () => ask('answer', 'select 42 as answer', [])
    await answer()
    await ask('lose', 'deallocate all', [])
    await expect(answer()).rejects.toBeInstanceOf(Unavailable)
    expect(await answer()).toEqual([{ answer: 42 }])
  }
})

it('R85 replaces a connection whose session has prepared statements of another one', async () => {
  const { query, lookUp } = await openFor((await emptySchema()).url, { poolMax: 2 })
  for (const ask of [query, lookUp]) {
    const answer = () => ask('answer', 'select 42 as answer', [])
    await ask('occupy', 'prepare answer as select 1', [])
    await expect(answer()).rejects.toBeInstanceOf(Unavailable)
    expect(await answer()).toEqual([{ answer: 42 }])
  }
})

it('prepares a statement of an embedded database again whose columns have changed', async () => {
  const { path: directory, remove } = await migratedDirectory()
  onTestFinished(remove)
  const database = await openEmbedded({ directory, log: silentLog })
  onTestFinished(database.close)
  expect(await listWhileColumnsChange(database)).toEqual(listed)
})

it('keeps the only session of an embedded database after a parameter that cannot be serialized', async () => {
  const { path: directory, remove } = await migratedDirectory()
  onTestFinished(remove)
  const { query, close } = await openEmbedded({ directory, log: silentLog })
  onTestFinished(close)
  const answer = (value: unknown) => query('answer', 'select $1::text as answer', [value])
  const circular: Record<string, unknown> = {}
  circular['self'] = circular
  expect(await answer('42')).toEqual([{ answer: '42' }])
  await expect(answer(circular)).rejects.toThrow('circular')
  expect(await answer('42')).toEqual([{ answer: '42' }])
})
