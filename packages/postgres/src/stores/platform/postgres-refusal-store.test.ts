import { ok } from '@ken/core'
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { postgresPorts } from '../../index.ts'
import { noJobs } from '../../testing/no-jobs.ts'
import { migratedDatabase, openFor } from '../../testing/server-world.ts'

async function aWorld() {
  const { url } = await migratedDatabase()
  const database = await openFor(url)
  return { database, ...postgresPorts(database, noJobs) }
}

it('R20 spreads refusals of unknown addresses over rows, so that they do not wait for each other', async () => {
  const { database, transact } = await aWorld()
  for (let refusal = 0; refusal < 100; refusal += 1)
    await transact(async ({ refusals }) => ok(await refusals.count('user:unknown', 1)))
  const [stored] = await database.query<{ rows: number; total: number }>(
    '',
    'select count(*)::int as rows, sum(count)::int as total from refusals',
    [],
  )
  expect(stored!.total).toBe(100)
  expect(stored!.rows).toBeGreaterThan(16)
})

it('prunes batches a day after they were counted, and no others', async () => {
  const { database, transact } = await aWorld()
  const send = () => {
    const batch = { id: randomUUID(), counts: new Map([['address:192.0.2.7', 1] as const]) }
    return transact(async ({ refusals }) => ok(await refusals.countBatch(batch)))
  }
  for (let batch = 0; batch < 3; batch += 1) await send()
  await database.query(
    '',
    `update refusal_batches set stored_at = stored_at - interval '1 day'`,
    [],
  )
  for (let batch = 0; batch < 2; batch += 1) await send()
  expect(await database.query('', 'select from refusal_batches', [])).toHaveLength(2)
})
