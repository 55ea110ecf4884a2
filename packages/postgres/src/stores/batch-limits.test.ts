import { ok } from '@ken/core'
import { responseRetentionSeconds, type Stores } from '@ken/core/ports'
import { aChatPost, aKey, anAccount, aSession, newDigest } from '@ken/core/testing'
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { postgresPorts } from '../index.ts'
import { noJobs } from '../testing/no-jobs.ts'
import { migratedDatabase, openFor } from '../testing/server-world.ts'

/** A database that joins by nested loops, as a planner may when it takes a table for small. */
async function aWorld() {
  const { url, name } = await migratedDatabase()
  const settings = await openFor(url)
  for (const method of ['hashagg', 'hashjoin', 'mergejoin', 'sort', 'material'])
    await settings.query('', `alter database "${name}" set enable_${method} = off`, [])
  const database = await openFor(url)
  const ports = postgresPorts(database, noJobs)
  const committed = async <Value>(work: (stores: Stores) => Promise<Value>): Promise<Value> =>
    (await ports.transact(async (stores) => ok(await work(stores)))).value
  const account = anAccount()
  await committed(({ accounts }) => accounts.insert(account))
  return { ...ports, account, committed, query: (text: string) => database.query('', text, []) }
}
type World = Awaited<ReturnType<typeof aWorld>>

const day = 86_400_000

/** Work in batches of two, for which three rows are due. Returns how many were taken. */
const batches: { readonly [name: string]: (world: World) => Promise<() => Promise<number>> } = {
  async 'expired sessions'({ account, committed }) {
    await committed(async ({ sessions, now }) => {
      const moment = await now()
      for (let session = 0; session < 3; session += 1)
        await sessions.insert(aSession(account, moment, { expiresAt: moment }))
    })
    return () => committed(({ sessions }) => sessions.prune(2))
  },
  async 'keys that expire'({ account, committed }) {
    await committed(async ({ keys, now }) => {
      const expiresAt = new Date((await now()).getTime() + day)
      for (let key = 0; key < 3; key += 1)
        await keys.insert(aKey(account, { expiresAt }), newDigest())
    })
    return async () => (await committed(({ keys }) => keys.claimExpiring(7, 2))).length
  },
  async 'responses to retries'({ account, committed, query }) {
    const request = { callerId: account.id, operation: 'createGroup' }
    const kept = { fingerprint: 'a fingerprint', response: '{}' }
    for (const key of ['1', '2', '3'])
      await committed(({ idempotency }) => idempotency.storeResponse({ ...request, key }, kept))
    await query(
      `update idempotency_keys set kept_at = now() - interval '${responseRetentionSeconds} s'`,
    )
    return () => committed(({ idempotency }) => idempotency.prune(2))
  },
  async 'posts of chats'({ committed, query }) {
    const posts = [aChatPost(), aChatPost(), aChatPost()]
    await committed(({ chatPosts }) => chatPosts.insert(posts))
    await query(
      `update chat_posts set posted_at = now() - interval '1 year', received_at = now() - interval '1 year'`,
    )
    return () => committed(({ chatPosts }) => chatPosts.prune(2))
  },
}

it.each(Object.entries(batches))('takes at most a batch of %s, in any plan', async (_, fill) => {
  const take = await fill(await aWorld())
  expect([await take(), await take(), await take()]).toEqual([2, 1, 0])
})

it('forgets at most ten batches of refusals at a time, in any plan', async () => {
  const { committed, query } = await aWorld()
  const count = () =>
    committed(({ refusals }) => refusals.countBatch({ id: randomUUID(), counts: new Map() }))
  for (let batch = 0; batch < 12; batch += 1) await count()
  await query(`update refusal_batches set stored_at = now() - interval '1 year'`)
  await count()
  expect(await query('select from refusal_batches')).toHaveLength(3)
})

it('forgets at most a hundred processes at a time, in any plan', async () => {
  const { query, processReports } = await aWorld()
  await query(
    `insert into heartbeats (name, report, expires_at)
     select 'process:' || number, '{}'::jsonb, now() - interval '1 day' from generate_series(1, 102) as number`,
  )
  const startedAt = new Date()
  await processReports.report({ id: 'new', role: 'server', version: '1', startedAt })
  expect(await query('select from heartbeats')).toHaveLength(3)
})
