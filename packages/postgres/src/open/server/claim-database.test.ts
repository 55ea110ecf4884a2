import { recordingLog } from '@ken/core/testing'
import type { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { claimDatabase, type ClaimOptions } from './claim-database.ts'
import { connectionTo, emptySchema, failingWayTo } from '../../testing/server-world.ts'
import { silentLog } from '../../testing/silent-log.ts'

type Mode = ClaimOptions['mode']

/** Claims the database until the test ends; by default without waiting. */
async function claim(url: string, mode: Mode, options: Partial<ClaimOptions> = {}) {
  const claimed = await claimDatabase({ url, mode, log: silentLog, patienceMs: 0, ...options })
  onTestFinished(claimed.close)
  return claimed
}

const refusal =
  'Another Ken process runs on this database. Several processes need KEN_REDIS_URL, the same for each, to count limits together; stop the other process or set it.'

describe('claimDatabase', () => {
  it.each<{ readonly first: Mode; readonly second: Mode }>([
    { first: 'alone', second: 'alone' },
    { first: 'alone', second: 'shared' },
    { first: 'shared', second: 'alone' },
  ])('a process that runs $first refuses one that runs $second', async ({ first, second }) => {
    const { url } = await emptySchema()
    await claim(url, first)
    await expect(claim(url, second)).rejects.toThrow(refusal)
  })

  it('lets processes share', async () => {
    const { url } = await emptySchema()
    await claim(url, 'shared')
    await expect(claim(url, 'shared')).resolves.toBeDefined()
  })

  it('lets two installations in two schemas each run alone', async () => {
    await claim((await emptySchema()).url, 'alone')
    await expect(claim((await emptySchema()).url, 'alone')).resolves.toBeDefined()
  })

  it('releases the claim on close, and a restart that overlaps waits for it', async () => {
    const { url } = await emptySchema()
    const first = await claim(url, 'alone')
    const restarted = claim(url, 'alone', { patienceMs: 5_000 })
    await first.close()
    await expect(restarted).resolves.toBeDefined()
  })

  it('says that the server has no connection left', async () => {
    const { url, name } = await emptySchema()
    const admin = await connectionTo(url)
    await admin.query(`create role limited_${name} login password 'limited' connection limit 0`)
    onTestFinished(async () => void (await admin.query(`drop role limited_${name}`)))
    const limited = Object.assign(new URL(url), {
      username: `limited_${name}`,
      password: 'limited',
    })
    await expect(claim(limited.href, 'alone')).rejects.toThrow('raise max_connections')
  })

  it('reclaims the database after its connection was killed', async () => {
    const { url, name } = await emptySchema()
    const admin = await connectionTo(url)
    await claim(url, 'alone')
    await admin.query(killing(name))
    await expect.poll(() => holders(admin, name)).toBe(1)
    await expect(claim(url, 'alone')).rejects.toThrow(refusal)
  })

  it('logs once that others hold the claim, and reclaims it when they release it', async () => {
    const { url, name } = await emptySchema()
    const [admin, other] = await Promise.all([connectionTo(url), connectionTo(url)])
    const log = recordingLog()
    await claim(url, 'alone', { log })
    await other.query(`set application_name = '${name}_other'`)
    // It queues for the lock first, so it gets the lock before all others.
    const lock = other.query(`select pg_advisory_lock(hashtextextended('ken:process:${name}', 0))`)
    const waiting = `select from pg_stat_activity where application_name = '${name}_other' and wait_event_type = 'Lock'`
    await expect.poll(async () => (await admin.query(waiting)).rowCount).toBe(1)
    await admin.query(killing(name))
    await lock
    await expect.poll(() => log.lines).toHaveLength(1)
    await other.query('select pg_advisory_unlock_all()')
    await expect.poll(() => holders(admin, name)).toBe(1)
    expect(log.lines).toEqual([
      { level: 'error', event: 'database.claim_lost', fields: { reason: refusal } },
    ])
  })

  it('R85 survives an outage, and can be closed during one', async () => {
    const { url, name } = await emptySchema()
    const [proxy, admin] = await Promise.all([failingWayTo(url), connectionTo(url)])
    const held = await claim(proxy.url, 'alone')
    await proxy.cut()
    await expect.poll(() => holders(admin, name)).toBe(0)
    await proxy.heal()
    await expect.poll(() => holders(admin, name)).toBe(1)
    proxy.freeze()
    const start = performance.now()
    await held.close()
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})

const killing = (name: string): string =>
  `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = '${name}' and pid <> pg_backend_pid()`

/** The number of connections named `name` that hold a claim. */
async function holders(admin: Client, name: string): Promise<number | null> {
  const locks = `select from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and granted and application_name = '${name}'`
  return (await admin.query(locks)).rowCount
}
