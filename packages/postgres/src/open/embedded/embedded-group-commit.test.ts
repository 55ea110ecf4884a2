import { err, ok } from '@ken/core'
import { aGroup, anAuditEntry } from '@ken/core/testing'
import { sql } from 'kysely'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Database } from '../../database.ts'
import { postgresPorts } from '../../index.ts'
import { openEmbedded } from './open-embedded.ts'
import { migratedDirectory } from '../../testing/migrated-directory.ts'
import { noJobs } from '../../testing/no-jobs.ts'
import { silentLog } from '../../testing/silent-log.ts'

const started = new DisposableStack()
let directory: string
const rounds = Number(process.env['KEN_TEST_ROUNDS'] ?? 1)
const storesAtOnce = 20

async function open(): Promise<Database> {
  const database = await openEmbedded({ directory, log: silentLog })
  onTestFinished(database.close)
  return database
}

beforeAll(async () => {
  directory = started.use(await migratedDirectory()).path
})
afterAll(() => started.dispose())

/** Counts disk flushes until the test ends. */
function countFlushes(): () => number {
  const fsync = fs.fsyncSync
  let flushes = 0
  const replace = (replacement: typeof fsync) => {
    fs.fsyncSync = replacement
    syncBuiltinESMExports()
  }
  replace((file) => {
    flushes += 1
    fsync(file)
  })
  onTestFinished(() => replace(fsync))
  return () => flushes
}

const slugs = async ({ query }: Database) =>
  (await query<{ slug: string }>('slugs', 'select slug from groups', [])).map(({ slug }) => slug)

describe('transactions of an embedded database', () => {
  it('R92 are on the disk before they end: one flush for a single one, fewer than one each for many', async () => {
    const database = await open()
    const { transact } = postgresPorts(database, noJobs)
    const flushes = countFlushes()
    const store = (slug: string) =>
      transact(async ({ groups }) => ok(await groups.insert(aGroup(slug))))
    for (const stored of [1, 2, 3]) {
      await store(`alone-${stored}`)
      expect(flushes()).toBe(stored)
    }
    const before = flushes()
    await Promise.all(
      Array.from({ length: storesAtOnce }, (_, position) => store(`beside-others-${position}`)),
    )
    expect(flushes() - before).toBeGreaterThan(0)
    expect(flushes() - before).toBeLessThan(storesAtOnce)
  })

  it('fail or roll back alone among concurrent ones', async () => {
    const database = await open()
    const { transact } = postgresPorts(database, noJobs)
    const [kept, refused, broken, alsoKept] = [
      aGroup('kept'),
      aGroup('refused'),
      aGroup('broken'),
      aGroup('also-kept'),
    ]
    const outcomes = await Promise.allSettled([
      transact(async ({ groups }) => ok(await groups.insert(kept))),
      transact(async ({ groups }) => {
        await groups.insert(refused)
        return err({ code: 'refused' })
      }),
      transact(async ({ groups, audit }) => {
        await groups.insert(broken)
        return ok(await audit.append(anAuditEntry({ outcome: 'unheard-of' as 'failure' })))
      }),
      transact(async ({ groups }) => ok(await groups.insert(alsoKept))),
    ])
    expect(outcomes).toMatchObject([
      { value: { ok: true } },
      { value: { ok: false, error: { code: 'refused' } } },
      { reason: { code: '23514' } },
      { value: { ok: true } },
    ])
    const stored = await slugs(database)
    expect([kept, refused, broken, alsoKept].map(({ slug }) => stored.includes(slug))).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  it('deliver every notification to listeners, also when flushed together', async () => {
    const { kysely, listen } = await open()
    const received: string[] = []
    await listen(
      'a channel',
      (payload) => received.push(payload),
      () => {},
    )
    const names = Array.from({ length: storesAtOnce }, (_, position) => `notified-${position}`)
    const notifyOf = (slug: string) =>
      kysely.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('groups')
          .values({ slug: aGroup(slug).slug, created_at: new Date() })
          .execute()
        await sql`select pg_notify('a channel', ${slug})`.execute(transaction)
      })
    await Promise.all(names.map(notifyOf))
    await expect.poll(() => received).toEqual(names)
  })
})

/**
 * Stores groups in eight loops and reads the newest in two; prints each group that was acknowledged
 * or read.
 */
const crowd = `
  const { writeSync } = await import('node:fs')
  const { openEmbedded, postgresPorts } = await import(${JSON.stringify(new URL('../../index.ts', import.meta.url))})
  const { noJobs } = await import(${JSON.stringify(new URL('../../testing/no-jobs.ts', import.meta.url))})
  const [directory, round] = process.argv.slice(1)
  const database = await openEmbedded({ directory, log: { debug() {}, info() {}, warn() {}, error() {} } })
  const { transact } = postgresPorts(database, noJobs)
  const store = async (place) => {
    for (let turn = 0; ; turn += 1) {
      const slug = ['crowd', round, place, turn].join('-')
      const { ok } = await transact(async ({ groups }) => ({ ok: true, value: await groups.insert({ slug, createdAt: new Date() }) }))
      if (ok) writeSync(1, slug + '\\n')
    }
  }
  const read = async () => {
    for (;;) {
      const newest = "select slug from groups where slug like 'crowd-%' order by ctid desc limit 1"
      for (const { slug } of await database.query('newest', newest, [])) writeSync(1, slug + '\\n')
      await new Promise(setImmediate)
    }
  }
  for (const place of [1, 2, 3, 4, 5, 6, 7, 8]) void store(place)
  void read()
  void read()
`

/** Runs this program for a short time and kills it. Returns what it printed. */
async function printedBeforeKill(round: number): Promise<readonly string[]> {
  const killed = spawn(
    process.execPath,
    ['--liftoff-only', '--input-type=module', '--eval', crowd, directory, String(round)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const exited = once(killed, 'close')
  let output = ''
  killed.stdout.on('data', (text) => (output += String(text)))
  await expect
    .poll(() => output.split('\n').length, { timeout: 20_000, interval: 5 })
    .toBeGreaterThan(50)
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 100))
  killed.kill('SIGKILL')
  await exited
  return output.trim().split('\n')
}

it(
  'R92 has everything that concurrent programs stored or read before the process was killed',
  { timeout: 30_000 + rounds * 15_000 },
  async () => {
    const printed: string[] = []
    for (let round = 1; round <= rounds; round += 1)
      printed.push(...(await printedBeforeKill(round)))
    const stored = new Set(await slugs(await open()))
    expect(printed.filter((slug) => !stored.has(slug))).toEqual([])
  },
)
