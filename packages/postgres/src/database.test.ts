import { err, ok } from '@ken/core'
import { Unavailable, type Stores, type Transact } from '@ken/core/ports'
import { aGroup, anAccount, anAuditEntry } from '@ken/core/testing'
import { testPostgres } from '@ken/testing'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectionsOf } from './connections/connections-of.ts'
import type { Database } from './database.ts'
import { postgresPorts } from './index.ts'
import type { ServerOptions } from './open/server/open-server.ts'
import { noJobs } from './testing/no-jobs.ts'
import { connectionTo, migratedDatabase, failingWayTo, openFor } from './testing/server-world.ts'

/** As in production, but shorter. */
const limits = {
  connectMs: 400,
  queryMs: 300,
  statementMs: 600,
  silenceMs: 900,
  ping: { replyMs: 900, totalMs: 2_000 },
  requestWaits: { requestsMax: 50, requestMs: 1_000, actMs: 1_000 },
}

/** How long a busy machine may take beyond a limit. */
const busyMs = 2_000

/** A migrated database behind a proxy that can fail, and a direct connection. */
async function world(options: Partial<ServerOptions> = {}) {
  const { url, name } = await migratedDatabase()
  const [proxy, admin] = await Promise.all([failingWayTo(url), connectionTo(url)])
  // On a busy machine a connection may take longer than the short limit.
  const database = await vi.waitFor(
    () => openFor(proxy.url, { limits, searchBudgetMs: limits.queryMs, ...options }),
    { timeout: 30_000 },
  )
  const kill = () =>
    admin.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = '${name}' and pid <> pg_backend_pid()`,
    )
  const count = async (what: string) => (await admin.query(`select from ${what}`)).rowCount
  const connections = `pg_stat_activity where application_name = '${name}' and pid <> pg_backend_pid()`
  return { database, proxy, admin, kill, count, connections, ...postgresPorts(database, noJobs) }
}

const answer = async ({ query }: Database) =>
  (await query<{ answer: number }>('answer', 'select 42 as answer', []))[0]?.answer

/** The time until the work fails with `Unavailable`; fails if it ends otherwise. */
async function msUntilUnavailable(work: Promise<unknown>): Promise<number> {
  const start = performance.now()
  await expect(work).rejects.toThrow(Unavailable)
  return performance.now() - start
}

const addGroup = ({ groups }: Stores) => groups.insert(aGroup())

/** A transaction that has written, and continues only when it is released. */
function stuckIn(transact: Transact) {
  const [starting, releasing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const outcome = transact(async (stores) => {
    await stores.audit.append(anAuditEntry())
    starting.resolve()
    await releasing.promise
    return ok(await stores.now())
  })
  // On a busy machine the server may end it before it has written.
  const started = Promise.race([starting.promise, Promise.allSettled([outcome])])
  return { started, release: releasing.resolve, outcome }
}

describe('R85 a server that becomes unavailable', () => {
  it('is unavailable immediately when it is dead, and available within 5 s of its return', async () => {
    const { database, proxy, transact } = await world()
    await proxy.cut()
    expect(await msUntilUnavailable(answer(database))).toBeLessThan(1_000)
    expect(
      await msUntilUnavailable(transact(async (stores) => ok(await addGroup(stores)))),
    ).toBeLessThan(1_000)
    expect(await msUntilUnavailable(database.ping())).toBeLessThan(1_000)
    await proxy.heal()
    await expect.poll(() => answer(database).catch(() => null)).toBe(42)
    expect(await transact(async (stores) => ok(await addGroup(stores)))).toEqual({
      ok: true,
      value: true,
    })
  })

  it('says that a read-only server can store nothing, and still reads from it', async () => {
    const { url, name } = await migratedDatabase()
    const admin = await connectionTo(url)
    await admin.query(`alter database ${name} set default_transaction_read_only = on`)
    const database = await openFor(url)
    expect(await database.ping()).toEqual({ isReadOnly: true })
    const { transact } = postgresPorts(database, noJobs)
    const storing = transact(async (stores) => ok(await addGroup(stores)))
    await expect(storing).rejects.toThrow(Unavailable)
    await expect(storing).rejects.toThrow(/^The database is read-only/)
    expect(await answer(database)).toBe(42)
    const queueing = connectionsOf(database)
    const enqueue = () => queueing.executeSql(`insert into groups (slug) values ('queued')`)
    await expect(enqueue()).rejects.toThrow(/^The database is read-only/)
    // Connections keep what the server said when they were opened.
    await admin.query(`alter database ${name} reset default_transaction_read_only`)
    expect(await transact(async (stores) => ok(await addGroup(stores)))).toMatchObject({ ok: true })
    await enqueue()
    expect(await database.ping()).toEqual({ isReadOnly: false })
  })

  it('says for every kind of connection that the server has none left', async () => {
    const { url, name } = await migratedDatabase()
    const admin = await connectionTo(url)
    await admin.query(`create role limited_${name} login password 'limited' connection limit 2`)
    onTestFinished(async () => void (await admin.query(`drop role limited_${name}`)))
    // Opening takes two connections.
    const database = await openFor(
      Object.assign(new URL(url), { username: `limited_${name}`, password: 'limited' }).href,
    )
    const { kysely, background, withoutTimeout } = database
    for (const executor of [kysely, background, withoutTimeout]) {
      const refused = sql`select 42`.execute(executor)
      await expect(refused).rejects.toThrow(Unavailable)
      await expect(refused).rejects.toThrow(
        'Lower KEN_DATABASE_POOL, or raise max_connections of the server',
      )
    }
  })

  it('R85 is unavailable while it accepts no connections, and available afterwards', async () => {
    const { url, name } = await migratedDatabase()
    const admin = await connectionTo((await testPostgres()).url)
    const database = await openFor(url)
    const { transact } = postgresPorts(database, noJobs)
    await admin.query(`alter database ${name} allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ])
    const uses = [
      () => answer(database),
      () => database.lookUp('answer', 'select 42 as answer', []),
      () => transact(async (stores) => ok(await addGroup(stores))),
    ]
    // The first use of each may find its former connection.
    for (const use of [...uses, ...uses])
      await expect(use()).rejects.toMatchObject({ name: 'Unavailable', dependency: 'database' })
    await admin.query(`alter database ${name} allow_connections true`)
    for (const use of uses) await use()
  })

  it('is unavailable in time when it hangs, and available within 5 s of its return', async () => {
    const { database, proxy, transact, searchIndex } = await world()
    await answer(database)
    proxy.freeze()
    const [hot, search, work, ping] = await Promise.all([
      msUntilUnavailable(answer(database)),
      msUntilUnavailable(searchIndex.searchText('words', { principals: [], sources: null }, 1)),
      msUntilUnavailable(transact(async (stores) => ok(await addGroup(stores)))),
      msUntilUnavailable(database.ping()),
    ])
    expect(Math.max(hot, search)).toBeLessThan(limits.connectMs + limits.queryMs + 500)
    expect(work).toBeLessThan(limits.connectMs + limits.silenceMs + busyMs)
    expect(ping).toBeLessThan(2_500)
    await proxy.heal()
    await expect.poll(() => answer(database).catch(() => null)).toBe(42)
    expect(await transact(async (stores) => ok(await addGroup(stores)))).toEqual({
      ok: true,
      value: true,
    })
  })

  it('leaves nothing half written when it hangs in the middle, and no transaction open', async () => {
    const { proxy, transact, count, connections } = await world()
    const hanging = transact(async (stores) => {
      await addGroup(stores)
      proxy.freeze()
      return ok(await stores.audit.append(anAuditEntry()))
    })
    expect(await msUntilUnavailable(hanging)).toBeLessThan(limits.silenceMs + busyMs)
    await proxy.heal()
    await expect.poll(() => count(`${connections} and state <> 'idle'`)).toBe(0)
    expect(await count('groups')).toBe(0)
    expect(await count('audit_log')).toBe(0)
  })

  it('never reuses a connection on which `begin` hung', async () => {
    const { proxy, transact, count, connections } = await world({ poolMax: 1 })
    await transact(async (stores) => ok(await stores.now()))
    proxy.freeze()
    const hanging = transact(async (stores) => ok(await addGroup(stores)))
    expect(await msUntilUnavailable(hanging)).toBeLessThan(limits.silenceMs + busyMs)
    await proxy.heal()
    expect(await transact(async (stores) => ok(await addGroup(stores)))).toEqual({
      ok: true,
      value: true,
    })
    expect(await count('groups')).toBe(1)
    await expect.poll(() => count(`${connections} and state like 'idle in%'`)).toBe(0)
  })

  it('leaves nothing half written when it kills the connection in the middle', async () => {
    const { database, transact, kill, count } = await world()
    const killed = transact(async (stores) => {
      await addGroup(stores)
      await kill()
      return ok(await stores.accounts.insert(anAccount()))
    })
    expect(await msUntilUnavailable(killed)).toBeLessThan(6_000)
    expect(await count('groups')).toBe(0)
    expect(await answer(database)).toBe(42)
  })

  it('reports only unavailable when it kills the connection of a refused transaction', async () => {
    const { transact, kill } = await world()
    const refused = transact(async (stores) => {
      await stores.now()
      await kill()
      return err({ code: 'account.forbidden' })
    })
    expect(await msUntilUnavailable(refused)).toBeLessThan(6_000)
  })

  it('may kill idle connections', async () => {
    const { database, kill } = await world()
    await Promise.all([answer(database), answer(database), answer(database)])
    await kill()
    expect(await answer(database).catch(() => answer(database))).toBe(42)
  })

  it('does not delay close', async () => {
    const { database, proxy, transact } = await world()
    await answer(database)
    proxy.freeze()
    const hanging = msUntilUnavailable(transact(async (stores) => ok(await addGroup(stores))))
    const start = performance.now()
    await database.close()
    expect(performance.now() - start).toBeLessThan(2_500)
    expect(await hanging).toBeLessThan(2_500)
    expect(await msUntilUnavailable(answer(database))).toBeLessThan(100)
    expect(await msUntilUnavailable(transact(async () => ok(null)))).toBeLessThan(100)
  })
})

describe('R85 a network that forgets open connections', () => {
  it('is available within 5 s for every kind of work, and ready', async () => {
    const { database, proxy, transact, searchIndex } = await world({
      limits: { ...limits, queryMs: 5_000, statementMs: 25_000, silenceMs: 30_000 },
    })
    const search = () => searchIndex.searchText('words', { principals: [], sources: null }, 1)
    const act = () => transact(async (stores) => ok(await stores.now()))
    const store = () => transact(async (stores) => ok(await addGroup(stores)))
    const works = [() => answer(database), search, store, act, database.ping]
    // Opens all connections of every kind of work.
    for (let round = 0; round < 3; round += 1)
      await Promise.all(works.flatMap((work) => [work(), work(), work()]))
    proxy.hole()
    const start = performance.now()
    // All of them are in use when it happens, and stay so.
    const hung = Promise.allSettled(works.flatMap((work) => [work(), work(), work()]))
    for (const work of [database.ping, ...works]) {
      await expect
        .poll(() =>
          work().then(
            () => 'there',
            () => 'away',
          ),
        )
        .toBe('there')
    }
    expect(performance.now() - start).toBeLessThan(6_000)
    await hung
  })
})

describe('R85 an overloaded server', () => {
  it('is unavailable in time for transactions that get no connection, and available for everything else', async () => {
    const { database, transact, searchIndex } = await world({
      poolMax: 4,
      limits: { ...limits, statementMs: 5_000, silenceMs: 6_000 },
    })
    const busy = [stuckIn(transact), stuckIn(transact)]
    await Promise.all(busy.map(({ started }) => started))
    expect(await msUntilUnavailable(transact(async () => ok(null)))).toBeLessThan(
      limits.connectMs + 500,
    )
    expect(await answer(database)).toBe(42)
    expect(await searchIndex.searchText('words', { principals: [], sources: null }, 1)).toEqual([])
    await database.ping()
    for (const { release } of busy) release()
    expect(await Promise.all(busy.map(({ outcome }) => outcome))).toHaveLength(2)
    expect(await transact(async () => ok(null))).toEqual({ ok: true, value: null })
  })

  it('is unavailable in time for those that wait for a lock', async () => {
    const { transact, admin } = await world()
    const account = anAccount()
    await transact(async ({ accounts }) => ok(await accounts.insert(account)))
    await admin.query('begin; lock table users in access exclusive mode')
    expect(
      await msUntilUnavailable(
        transact(async ({ lockAccount }) => ok(await lockAccount(account.id))),
      ),
    ).toBeLessThan(limits.statementMs + 500)
  })

  it('takes back the connection of a stuck transaction, and discards what it wrote', async () => {
    const { transact, count, connections } = await world()
    const { started, release, outcome } = stuckIn(transact)
    await started
    await expect.poll(() => count(`${connections} and state like 'idle in%'`)).toBe(0)
    release()
    await expect(outcome).rejects.toThrow(Unavailable)
    expect(await count('audit_log')).toBe(0)
  })

  it('gives migrations the time they need although the database limits statements and locks', async () => {
    const { url, name } = await migratedDatabase()
    const admin = await connectionTo(url)
    await admin.query(`alter database ${name} set statement_timeout = '100ms'`)
    await admin.query(`alter database ${name} set lock_timeout = '100ms'`)
    const { withoutTimeout } = await openFor(url)
    await admin.query('begin')
    await admin.query('lock table groups in access exclusive mode')
    const waiting = sql`select pg_sleep(0.2), count(*)::int as groups from groups`.execute(
      withoutTimeout,
    )
    await admin.query('select pg_sleep(0.3)')
    await admin.query('rollback')
    await expect(waiting).resolves.toMatchObject({ rows: [{ groups: 0 }] })
  })

  it('gives migrations and copies the time they need between two statements', async () => {
    const { url, name } = await migratedDatabase()
    const admin = await connectionTo(url)
    await admin.query(`alter database ${name} set idle_in_transaction_session_timeout = '50ms'`)
    const { withoutTimeout } = await openFor(url)
    const counted = withoutTimeout.transaction().execute(async (transaction) => {
      const count = sql`select count(*)::int as groups from groups`
      await count.execute(transaction)
      await admin.query('select pg_sleep(0.2)')
      return count.execute(transaction)
    })
    await expect(counted).resolves.toMatchObject({ rows: [{ groups: 0 }] })
  })

  it('gives migrations the time they need', async () => {
    const { database } = await world()
    const migration = sql`select pg_sleep(${(limits.silenceMs + 300) / 1_000}) as done`.execute(
      database.withoutTimeout,
    )
    await expect(migration).resolves.toMatchObject({ rows: [{ done: '' }] })
  })
})

it('throws errors of transactions and statements unchanged', async () => {
  const database = await openFor((await migratedDatabase()).url)
  const { transact } = postgresPorts(database, noJobs)
  const fault = new Error('fault')
  await expect(transact(() => Promise.reject(fault))).rejects.toBe(fault)
  await expect(database.query('nonsense', 'select 1 / 0', [])).rejects.toMatchObject({
    code: '22012',
  })
  const refused = transact(async ({ audit }) =>
    ok(await audit.append(anAuditEntry({ outcome: 'unheard-of' as 'failure' }))),
  )
  await expect(refused).rejects.toMatchObject({ code: '23514' })
})
