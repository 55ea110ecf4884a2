import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migratedDatabase, openFor } from '../testing/server-world.ts'
import { connectionOf, connectionsOf, queryPrepared } from './connections-of.ts'
import { leaveForEnd } from './statements/end-together.ts'
import { withinRequest } from './request-scope.ts'

/** The statements of another package, and those of them that a connection keeps. */
async function open() {
  const database = await openFor((await migratedDatabase()).url)
  const prepared = async () => {
    const kept = sql<{ statement: string }>`select statement from pg_prepared_statements`
    return (await kept.execute(database.background)).rows.map(({ statement }) => statement)
  }
  return { database, prepared, ...connectionsOf(database) }
}

it('prepares a statement with values that comes again', async () => {
  const { executeSql, prepared } = await open()
  const add = 'select $1::int + 1 as sum'
  for (const value of [1, 2, 3])
    expect(await executeSql(add, [value])).toEqual({ rows: [{ sum: value + 1 }] })
  for (const text of ['select 1', 'select 2; select 3']) {
    await executeSql(text)
    await executeSql(text)
  }
  expect(await prepared()).toEqual([add])
})

it('prepares nothing for a request, whose end stops the statement', async () => {
  const { executeSql, prepared } = await open()
  const ending = new AbortController()
  const wait = 'select pg_sleep($1)'
  await withinRequest(ending.signal, async () => {
    await executeSql(wait, [0])
    const waiting = executeSql(wait, [60])
    ending.abort()
    await expect(waiting).rejects.toMatchObject({ dependency: 'request' })
  })
  expect(await prepared()).toEqual([])
})

it('sends what work leaves for its end before the end, and in its transaction once both are prepared', async () => {
  const { database, executeSql, endTogether } = await open()
  const create = 'create table steps (step text check (step <> $$refused!$$), place serial)'
  await database.query('create', create, [])
  const insert = 'insert into steps values ($1)'
  const end = (step: string) =>
    endTogether(async () => {
      const left = { name: 'leave', text: insert, values: [step] }
      await leaveForEnd(database.unflushedQuery, left)
      await executeSql(`${insert} returning step`, [`${step}!`], 'unflushed')
    })
  for (const step of ['first', 'unprepared', 'together']) await end(step)
  await expect(end('refused')).rejects.toThrow('steps_step_check')
  const list = `select step, dense_rank() over (order by xmin::text::bigint)::int as act from steps order by place`
  expect(await database.query('list', list, [])).toEqual([
    { step: 'first', act: 1 },
    { step: 'first!', act: 2 },
    { step: 'unprepared', act: 3 },
    { step: 'unprepared!', act: 4 },
    { step: 'together', act: 5 },
    { step: 'together!', act: 5 },
  ])
})

it('keeps the connection of several statements that begin and end a transaction of their own', async () => {
  const { database, executeSql } = await open()
  const connection = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.background)).rows
  const before = await connection()
  await executeSql('\n BEGIN; select 1; COMMIT;')
  expect(await connection()).toEqual(before)
})

it('prepares the statements of transactions that come again', async () => {
  const { kysely } = await openFor((await migratedDatabase()).url)
  const kept = sql<{ statement: string }>`select statement from pg_prepared_statements order by 1`
  const add = 'select $1::int + 2 as sum'
  const subtract = 'select $1::int - 2 as difference'
  const statement = { name: 'subtract', text: subtract, values: [3] }
  const one = () =>
    kysely.transaction().execute(async (transaction) => {
      const { executeSql } = connectionOf(transaction)
      await executeSql('select $1::int', [1])
      expect(await executeSql(add, [1])).toEqual({ rows: [{ sum: 3 }] })
      expect(await queryPrepared(transaction, statement)).toEqual([{ difference: 1 }])
      return (await kept.execute(transaction)).rows.map((row) => row.statement)
    })
  expect(await one()).toEqual([subtract])
  expect(await one()).toEqual(['select $1::int', add, subtract])
})
