import { sql, type Transaction } from 'kysely'
import { expect, it } from 'vitest'
import type { Tables } from '../tables.ts'
import { migratedDatabase, openFor } from '../testing/server-world.ts'
import { connectionOf, connectionsOf, executePrepared, queryPrepared } from './connections-of.ts'
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

/** Transactions that add leases, whose rows are not needed, and the names of the leases in order. */
async function openLeases() {
  const { kysely } = await openFor((await migratedDatabase()).url)
  return { kysely, stored: () => kysely.transaction().execute(list) }
}

const add = (transaction: Transaction<Tables>, name: string) =>
  executePrepared(transaction, {
    name: 'add_lease',
    text: 'insert into leases (name, holder, expires_at) values ($1, gen_random_uuid(), now()) returning name',
    values: [name],
  })

const list = async (transaction: Transaction<Tables>) => {
  const text = 'select name from leases where name <> $1 order by name'
  const statement = { name: 'list_leases', text, values: [''] }
  const rows = await queryPrepared<{ name: string }>(transaction, statement)
  return rows.map(({ name }) => name).join('')
}

const lock = (transaction: Transaction<Tables>, key: number) =>
  executePrepared(transaction, {
    name: 'lock_key',
    text: 'select pg_advisory_xact_lock($1::bigint)',
    values: [key],
  })

it('sends a statement whose rows are not needed with the next one, or with the commit', async () => {
  const { kysely, stored } = await openLeases()
  const adding = (...names: readonly string[]) =>
    kysely.transaction().execute(async (transaction) => {
      for (const name of names) await add(transaction, name)
    })
  await adding('a', 'b')
  await adding('c', 'd')
  expect(await stored()).toBe('abcd')
  await kysely.transaction().execute(async (transaction) => {
    for (const name of ['e', 'f', 'g']) await add(transaction, name)
    expect(await list(transaction)).toBe('abcdefg')
  })
  expect(await stored()).toBe('abcdefg')
})

it('reports the failure of such a statement with the next one, or with the commit, and stores nothing', async () => {
  const { kysely, stored } = await openLeases()
  const failing = (after: (transaction: Transaction<Tables>) => Promise<unknown>) =>
    kysely.transaction().execute(async (transaction) => {
      await add(transaction, 'b')
      await add(transaction, 'a')
      await after(transaction)
    })
  await kysely.transaction().execute((transaction) => add(transaction, 'a'))
  let isReached = false
  const committed = failing(async () => void (isReached = true))
  await expect(committed).rejects.toMatchObject({ code: '23505' })
  expect(isReached).toBe(true)
  const listed = failing((transaction) =>
    expect(list(transaction)).rejects.toMatchObject({ code: '23505' }),
  )
  await listed.catch(() => {})
  expect(await stored()).toBe('a')
})

it('reads after a lock what its last holder has committed', async () => {
  const { kysely } = await openLeases()
  const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const held = Promise.withResolvers<void>()
  const first = kysely.transaction().execute(async (transaction) => {
    await lock(transaction, 1)
    both[0].resolve()
    await both[1].promise
    await add(transaction, 'a')
    held.resolve()
  })
  const second = async () => {
    await kysely.transaction().execute(async (transaction) => {
      await lock(transaction, 2)
      await both[0].promise
    })
    return kysely.transaction().execute(async (transaction) => {
      await lock(transaction, 1)
      const listed = list(transaction)
      both[1].resolve()
      return listed
    })
  }
  expect(await second()).toBe('a')
  await Promise.all([first, held.promise])
})
