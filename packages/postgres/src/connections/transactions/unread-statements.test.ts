import { sql, type Transaction } from 'kysely'
import { expect, it } from 'vitest'
import type { Tables } from '../../tables.ts'
import { migratedDatabase, openFor } from '../../testing/server-world.ts'
import { executePrepared, queryPrepared } from '../connections-of.ts'

/** Transactions that add leases, whose rows are not needed, and the names of the leases in order. */
async function openLeases() {
  const { kysely } = await openFor((await migratedDatabase()).url, { poolMax: 1 })
  return { kysely, stored: () => kysely.transaction().execute(list) }
}

const addLease = (name: unknown) => ({
  name: 'add_lease',
  text: 'insert into leases (name, holder, expires_at) values ($1, gen_random_uuid(), now()) returning name',
  values: [name],
})

const add = (transaction: Transaction<Tables>, name: unknown) =>
  executePrepared(transaction, addLease(name))

const list = async (transaction: Transaction<Tables>) => {
  const text = 'select name from leases where name <> $1 order by name'
  const statement = { name: 'list_leases', text, values: [''] }
  const rows = await queryPrepared<{ name: string }>(transaction, statement)
  return rows.map(({ name }) => name).join('')
}

const lockKey = (key: number) => ({
  name: 'lock_key',
  text: 'select pg_advisory_xact_lock($1::bigint)',
  values: [key],
})

const lock = (transaction: Transaction<Tables>, key: number) =>
  executePrepared(transaction, lockKey(key))

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

it('fails, and leaves the connection usable, if the value of such a statement cannot be sent', async () => {
  const { kysely, stored } = await openLeases()
  const unsendable = {
    toPostgres() {
      throw new Error('unsendable')
    },
  }
  await kysely.transaction().execute((transaction) => add(transaction, 'a'))
  const failing = kysely.transaction().execute(async (transaction) => {
    await add(transaction, 'b')
    await add(transaction, unsendable)
  })
  await expect(failing).rejects.toThrow('unsendable')
  expect(await stored()).toBe('a')
})

it('stores what each of several transactions on one connection has written', async () => {
  const { kysely, stored } = await openLeases()
  await kysely.connection().execute(async (connection) => {
    for (const name of ['a', 'b', 'c'])
      await connection.transaction().execute((transaction) => add(transaction, name))
  })
  expect(await stored()).toBe('abc')
})

/** What a transaction does, step by step. `run` runs the statements whose rows are not needed. */
const steps: {
  readonly [step: string]: (
    transaction: Transaction<Tables>,
    run: typeof executePrepared,
  ) => Promise<unknown>
} = {
  lock: (transaction, run) => run(transaction, lockKey(1)),
  add: (transaction, run) => run(transaction, addLease('b')),
  fail: (transaction, run) => run(transaction, addLease('a')),
  list,
  async guard(transaction, run) {
    await sql`savepoint guard`.execute(transaction)
    try {
      await run(transaction, addLease('a'))
      await sql`release savepoint guard`.execute(transaction)
    } catch {
      await sql`rollback to savepoint guard`.execute(transaction)
    }
  },
}

const alone: typeof executePrepared = async (transaction, { name, text, values }) => {
  await queryPrepared(transaction, { name: `${name}_alone`, text: `${text} -- alone`, values })
}

it('ends each transaction as if every statement had been sent by itself', async () => {
  const { kysely, stored } = await openLeases()
  const outcome = async (plan: readonly string[], run: typeof executePrepared, goesOn: boolean) => {
    await sql`delete from leases where name <> ${'a'}`.execute(kysely)
    const read: unknown[] = []
    const ended = kysely.transaction().execute(async (transaction) => {
      await add(transaction, 'c')
      for (const step of plan) {
        const doing = steps[step]!(transaction, run)
        await (goesOn ? doing.catch(() => {}) : doing).then((rows) => read.push(rows))
      }
    })
    const end = await ended.then(
      () => 'committed',
      () => 'failed',
    )
    return [end, await stored(), read.filter((rows) => rows !== undefined)]
  }
  await kysely.transaction().execute((transaction) => add(transaction, 'a'))
  for (const run of [executePrepared, alone]) await outcome(['lock', 'add', 'list'], run, false)
  const names = Object.keys(steps)
  for (const plan of names.flatMap((first) => names.map((second) => [first, second])))
    for (const goesOn of [false, true])
      expect([plan, ...(await outcome(plan, executePrepared, goesOn))]).toEqual([
        plan,
        ...(await outcome(plan, alone, goesOn)),
      ])
})

it('reads after a lock what its last holder has committed', async () => {
  const { kysely } = await openFor((await migratedDatabase()).url)
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
