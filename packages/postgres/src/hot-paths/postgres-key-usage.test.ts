import { ok } from '@ken/core'
import type { Key, KeyId } from '@ken/core/ports'
import { aKey, anAccount, newDigest, recordingLog } from '@ken/core/testing'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { postgresKeyUsage, postgresPorts, type Database } from '../index.ts'
import { noJobs } from '../testing/no-jobs.ts'
import { migratedDatabase, failingWayTo, openFor } from '../testing/server-world.ts'

/** A migrated database with this number of keys, its URL, and their stored counts. */
async function aWorld(keysCount = 1) {
  const { url } = await migratedDatabase()
  const database = await openFor(url, { poolMax: 8 })
  const keys = await addKeys(database, keysCount)
  const stored = async () => {
    const [row] = await database.query<{ total: number }>(
      '',
      'select sum(total)::int as total from api_key_usage',
      [],
    )
    return row?.total ?? 0
  }
  return { url, database, keys, stored }
}

async function addKeys(database: Database, count: number): Promise<readonly Key[]> {
  const owner = anAccount()
  const keys = Array.from({ length: count }, () => aKey(owner))
  await postgresPorts(database, noJobs).transact(async (stores) => {
    await stores.accounts.insert(owner)
    // Not in the order of their ids, as in a table with many updates.
    for (const key of keys.toReversed()) await stores.keys.insert(key, newDigest())
    return ok(null)
  })
  return keys
}

/** A counter that is closed after the test. */
function aCounter(database: Pick<Database, 'query'>, log = recordingLog()) {
  const usage = postgresKeyUsage(database, log)
  onTestFinished(usage.close)
  return { ...usage, log }
}

const shortLimits = {
  connectMs: 2_000,
  queryMs: 2_000,
  statementMs: 5_000,
  silenceMs: 6_000,
  ping: { replyMs: 900, totalMs: 2_000 },
  requestWaits: { requestsMax: 50, requestMs: 1_000, actMs: 1_000 },
}

describe('postgresKeyUsage', () => {
  it('R10 sends no statement while it counts, and stores by itself within about a second', async () => {
    const { database, keys, stored } = await aWorld()
    const asked: string[] = []
    const query: Database['query'] = (name, ...statement) => {
      asked.push(name)
      return database.query(name, ...statement)
    }
    const usage = aCounter({ query })
    for (let call = 0; call < 1_000; call += 1) usage.count(keys[0]!.id, 'ok')
    expect(asked).toEqual([])
    await expect.poll(stored).toBe(1_000)
    expect(asked).toEqual(['store_key_usage'])
  })

  it('stores remaining counts when it is closed', async () => {
    const { database, keys, stored } = await aWorld()
    const usage = aCounter(database)
    usage.count(keys[0]!.id, 'ok')
    await usage.close()
    expect(await stored()).toBe(1)
  })

  it('R85 keeps its counts while the database is unavailable, logs that once, and loses nothing', async () => {
    const { url, keys, stored } = await aWorld()
    const proxy = await failingWayTo(url)
    const usage = aCounter(await openFor(proxy.url))
    usage.count(keys[0]!.id, 'ok')
    await proxy.cut()
    await expect(usage.flush()).rejects.toThrow('database')
    usage.count(keys[0]!.id, 'denied')
    await expect.poll(() => usage.log.lines.length).toBe(1)
    await proxy.heal()
    await expect.poll(stored).toBe(2)
    expect(usage.log.lines).toEqual([{ level: 'warn', event: 'key_usage.waiting', fields: {} }])
  })

  it('R88 counts every call once when the database hangs for longer than a statement may take', async () => {
    const { url, database, keys, stored } = await aWorld()
    const proxy = await failingWayTo(url)
    const usage = aCounter(await openFor(proxy.url, { limits: { ...shortLimits, queryMs: 500 } }))
    const countTwelve = () => {
      for (let call = 0; call < 12; call += 1) usage.count(keys[0]!.id, 'ok')
    }
    // Prepares the statement: its run hangs, not its preparation.
    usage.count(keys[0]!.id, 'ok')
    await usage.flush()
    countTwelve()
    proxy.freeze()
    await expect(usage.flush()).rejects.toThrow('database')
    countTwelve()
    await expect(usage.flush()).rejects.toThrow('database')
    await proxy.heal()
    await expect.poll(() => usage.flush().then(stored, () => null)).toBe(25)
    const found = await postgresPorts(database, noJobs).transact(async (stores) =>
      ok(await stores.keys.find(keys[0]!.id)),
    )
    expect(found.value?.lastUsedAt).toBeInstanceOf(Date)
  })

  it('R88 resends a batch whose reply was lost unchanged, and nothing else before it', async () => {
    const { database, keys, stored } = await aWorld(2)
    const sent: (readonly unknown[])[] = []
    let isReplyLost = true
    const usage = aCounter({
      query: async <Row extends object>(...[name, text, values]: Parameters<Database['query']>) => {
        sent.push(values)
        const rows = await database.query<Row>(name, text, values)
        if (isReplyLost) throw new Error('The reply is lost.')
        return rows
      },
    })
    usage.count(keys[0]!.id, 'ok')
    await expect(usage.flush()).rejects.toThrow('lost')
    usage.count(keys[0]!.id, 'ok')
    usage.count(keys[1]!.id, 'denied')
    await expect(usage.flush()).rejects.toThrow('lost')
    isReplyLost = false
    await usage.flush()
    expect(await stored()).toBe(3)
    const [first, again, settled, next] = sent
    expect([again, settled]).toEqual([first, first])
    expect(next).not.toEqual(first)
  })

  it('stores a batch once when two connections send it concurrently', async () => {
    const { database, keys, stored } = await aWorld()
    const usage = aCounter({
      query: async <Row extends object>(...statement: Parameters<Database['query']>) =>
        (await Promise.all([1, 2, 3, 4].map(() => database.query<Row>(...statement))))[0]!,
    })
    usage.count(keys[0]!.id, 'ok')
    await usage.flush()
    expect(await stored()).toBe(1)
  })

  it('deletes batches a day after they were stored, up to the limit, and no others', async () => {
    const { database, keys } = await aWorld()
    const usage = aCounter(database)
    const batches = async () =>
      (await database.query('', 'select from key_usage_batches', [])).length
    const store = async () => {
      usage.count(keys[0]!.id, 'ok')
      await usage.flush()
    }
    for (let batch = 0; batch < 3; batch += 1) await store()
    await database.query(
      '',
      `update key_usage_batches set stored_at = stored_at - interval '1 day'`,
      [],
    )
    await store()
    const { transact } = postgresPorts(database, noJobs)
    const prune = async () =>
      (await transact(async (stores) => ok(await stores.keyUsage.pruneBatches(2)))).value
    expect([await prune(), await prune(), await prune()]).toEqual([2, 1, 0])
    expect(await batches()).toBe(1)
  })

  it('logs how many keys lost counts when the database does not return before the end', async () => {
    const { url, keys } = await aWorld(3)
    const proxy = await failingWayTo(url)
    const usage = aCounter(await openFor(proxy.url))
    for (const key of keys) usage.count(key.id, 'ok')
    await proxy.cut()
    await usage.close()
    expect(usage.log.lines).toContainEqual({
      level: 'error',
      event: 'key_usage.lost',
      fields: { keys: 3 },
    })
  })

  it('sends one statement at a time to a database that does not respond, and does not wait for it at the end', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const reply = Promise.withResolvers<never>()
    let statements = 0
    const log = recordingLog()
    const query = () => {
      statements += 1
      return reply.promise
    }
    const usage = postgresKeyUsage({ query }, log, 0)
    usage.count('a key' as KeyId, 'ok')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(statements).toBe(1)
    vi.useRealTimers()
    await usage.close()
    expect(log.lines).toEqual([{ level: 'error', event: 'key_usage.lost', fields: { keys: 1 } }])
    reply.reject(new Error('The connection is closed.'))
    await expect(usage.flush()).rejects.toThrow('closed')
    // The first statement, that of the end, and the last flush; none of the minute before.
    expect(statements).toBe(3)
  })

  it('loses nothing and never deadlocks when many processes store the same keys in any order', async () => {
    const { database, keys, stored } = await aWorld(50)
    const processes = Array.from({ length: 8 }, () => aCounter(database))
    for (let round = 0; round < 10; round += 1) {
      for (const [position, usage] of processes.entries()) {
        for (const key of position % 2 === 0 ? keys : keys.toReversed()) usage.count(key.id, 'ok')
      }
      await Promise.all(processes.map(({ flush }) => flush()))
    }
    expect(await stored()).toBe(50 * 8 * 10)
  })

  it.each(['deactivated', 'deleted'])(
    'R42 stores counts while an owner is %s, without a deadlock',
    async (how) => {
      const { url, database, keys } = await aWorld(20)
      const ownerId = keys[0]!.ownerId!
      // Slow enough to be met halfway, with a plan that reads rows in their physical order.
      const slow = `create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(0.01); return coalesce(new, old); end'`
      await database.query('', slow, [])
      await database.query(
        '',
        'create trigger slow before update or delete on api_keys for each row execute function slow()',
        [],
      )
      const { transact } = postgresPorts(
        await openFor(url.replace('options=', 'options=-c%20enable_indexscan%3Doff%20')),
        noJobs,
      )
      const usage = aCounter(database)
      for (const key of keys) usage.count(key.id, 'ok')
      const ending = transact(async (stores) =>
        ok(
          how === 'deleted'
            ? await stores.accounts.remove(ownerId)
            : await stores.keys.revokeAll(ownerId, null),
        ),
      )
      await sleep(100)
      await expect(Promise.all([ending, usage.flush()])).resolves.toBeDefined()
    },
  )
})
