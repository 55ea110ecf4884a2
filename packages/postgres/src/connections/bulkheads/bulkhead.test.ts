import { ok } from '@ken/core'
import { Unavailable } from '@ken/core/ports'
import { aGroup } from '@ken/core/testing'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { postgresPorts } from '../../index.ts'
import { noJobs } from '../../testing/no-jobs.ts'
import { connectionTo, emptySchema, migratedDatabase, openFor } from '../../testing/server-world.ts'
import { bulkheadSizes, searchLimitsFor } from './bulkhead-sizes.ts'
import { withinRequest } from '../request-scope.ts'

const slow = 'select pg_sleep(30)'

async function world(poolMax = 10) {
  const { url, name } = await migratedDatabase()
  const [database, admin] = [await openFor(url, { poolMax }), await connectionTo(url)]
  const running = async () => {
    const others = `from pg_stat_activity where application_name = '${name}' and pid <> pg_backend_pid() and state <> 'idle' and query not like 'begin;%'`
    return (await admin.query<{ query: string }>(`select query ${others}`)).rows.map(
      ({ query }) => query,
    )
  }
  return { url, database, admin, running, ...postgresPorts(database, noJobs) }
}

describe('bulkheadSizes', () => {
  it.each([
    { count: 10, sizes: { statements: 3, searches: 3, acts: 4, background: 2 } },
    { count: 2, sizes: { statements: 1, searches: 1, acts: 1, background: 2 } },
    { count: 5, sizes: { statements: 2, searches: 1, acts: 2, background: 2 } },
    { count: 200, sizes: { statements: 60, searches: 60, acts: 80, background: 2 } },
  ])('divides $count connections', ({ count, sizes }) => {
    expect(bulkheadSizes(count)).toEqual(sizes)
  })
})

describe('R170 the searches of a person', () => {
  it.each([
    { count: 2, runningMax: 1 },
    { count: 9, runningMax: 1 },
    { count: 10, runningMax: 2 },
    { count: 200, runningMax: 2 },
  ])('leave a connection to others, with $count connections', ({ count, runningMax }) => {
    expect(searchLimitsFor(count)).toMatchObject({ runningMax })
  })
})

const patient = {
  connectMs: 5_000,
  queryMs: 5_000,
  statementMs: 25_000,
  silenceMs: 30_000,
  ping: { replyMs: 900, totalMs: 2_000 },
  requestWaits: { requestsMax: 50, requestMs: 1_000, actMs: 1_000 },
}

describe('a request that finds every connection in use', () => {
  it('waits longer to write than to look something up', async () => {
    const requestWaits = { requestsMax: 50, requestMs: 100, actMs: 60_000 }
    const database = await openFor((await emptySchema()).url, {
      poolMax: 2,
      limits: { ...patient, requestWaits },
    })
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const holding = database.kysely.transaction().execute(() => {
      begun.resolve()
      return end.promise
    })
    await begun.promise
    const looking = database.query('nap', 'select pg_sleep(1)', [])
    const [act, look] = withinRequest(new AbortController().signal, () => [
      database.kysely.transaction().execute(async () => 'done'),
      database.query('answer', 'select 42', []),
    ])
    await expect(look).rejects.toThrow(Unavailable)
    end.resolve()
    expect(await act).toBe('done')
    await Promise.all([holding, looking])
  })
})

describe('R156 a search whose caller has gone', () => {
  it('ends in the database within a second, fifty at once, and leaves the connections of others alone', async () => {
    const { database, running } = await world()
    const endings = Array.from({ length: 50 }, () => new AbortController())
    const searches = endings.map(({ signal }) =>
      withinRequest(signal, () => database.searchQuery('slow', slow, [])).catch(
        (error: unknown) => error,
      ),
    )
    await expect.poll(running).toEqual([slow, slow, slow])
    // Sign-ins and look-ups of callers wait for no search.
    const start = performance.now()
    await Promise.all(Array.from({ length: 20 }, () => database.query('answer', 'select 42', [])))
    expect(performance.now() - start).toBeLessThan(1_000)
    for (const ending of endings) ending.abort()
    await expect.poll(running, { timeout: 1_000 }).toEqual([])
    for (const error of await Promise.all(searches)) expect(error).toBeInstanceOf(Unavailable)
    expect(await database.searchQuery('answer', 'select 42 as answer', [])).toEqual([
      { answer: 42 },
    ])
  })

  it('never cancels a statement of the next search on its connection', async () => {
    const { database } = await world(2)
    const pids = new Set<unknown>()
    for (let round = 0; round < 150; round += 1) {
      const ending = new AbortController()
      // Ends at about the time at which it is cancelled.
      const abandoned = withinRequest(ending.signal, () =>
        database.searchQuery('nap', 'select pg_sleep($1)', [0.004]),
      )
      const settled = abandoned.catch((error: unknown) => error)
      const next = database.searchQuery<{ pid: number }>(
        'next',
        'select pg_backend_pid() as pid, pg_sleep(0.004)',
        [],
      )
      await sleep((round % 15) / 2)
      ending.abort()
      const [row] = await next
      pids.add(row?.pid)
      await settled
    }
    // Cancelling closes no connection.
    expect(pids.size).toBe(1)
  })

  it('R156 ends in the database when its time is up, without a cancel request, and keeps its connection', async () => {
    const { url, name } = await emptySchema()
    const [database, admin] = [
      await openFor(url, { poolMax: 2, searchBudgetMs: 400 }),
      await connectionTo(url),
    ]
    const session = () =>
      database.searchQuery<{ pid: number }>('pid', 'select pg_backend_pid() as pid', [])
    const before = await session()
    await expect(database.searchQuery('slow', slow, [])).rejects.toMatchObject({
      name: 'SearchTimeout',
      budgetMs: 400,
    })
    expect(await session()).toEqual(before)
    const active = `select from pg_stat_activity where application_name = '${name}' and state = 'active' and pid <> pg_backend_pid()`
    // The error arrives a moment before the server reports the connection as idle.
    const count = async () => (await admin.query(active)).rowCount
    await expect.poll(count, { timeout: 1_000 }).toBe(0)
  })
})

describe('a transaction whose caller has gone', () => {
  it('ends while it has written nothing, even in the middle of a statement', async () => {
    const { url, running, transact } = await world()
    await transact(async ({ groups }) => ok(await groups.list()))
    // `pg_stat_activity` does not change within a transaction, so the lock needs its own
    // connection.
    const locker = await connectionTo(url)
    await locker.query('begin; lock table groups in access exclusive mode')
    const ending = new AbortController()
    const reading = withinRequest(ending.signal, () =>
      transact(async ({ groups }) => ok(await groups.list())),
    )
    const settled = reading.catch((error: unknown) => error)
    await expect.poll(async () => (await running()).length, { timeout: 1_900 }).toBe(1)
    ending.abort()
    await expect.poll(running, { timeout: 1_000 }).toEqual([])
    expect(await settled).toMatchObject({ name: 'Unavailable', dependency: 'request' })
  })

  it('runs to its end once it has written', async () => {
    const { transact } = await world()
    const ending = new AbortController()
    const outcome = await withinRequest(ending.signal, () =>
      transact(async ({ groups }) => {
        await groups.insert(aGroup())
        ending.abort()
        return ok((await groups.list()).length)
      }),
    )
    expect(outcome).toEqual({ ok: true, value: 1 })
  })

  it('R85 waits for a lock for at most two seconds', async () => {
    const { admin, transact } = await world()
    await admin.query('begin; lock table groups in access exclusive mode')
    const start = performance.now()
    const work = withinRequest(new AbortController().signal, () =>
      transact(async ({ groups }) => ok(await groups.list())),
    )
    await expect(work).rejects.toThrow(Unavailable)
    expect(performance.now() - start).toBeGreaterThan(1_900)
    expect(performance.now() - start).toBeLessThan(4_000)
  })
})
