import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { emptySchema, failingWayTo, openFor } from '../testing/server-world.ts'

const limits = {
  connectMs: 5_000,
  queryMs: 10_000,
  statementMs: 25_000,
  silenceMs: 30_000,
  ping: { replyMs: 300, totalMs: 1_000 },
  requestWaits: { requestsMax: 50, requestMs: 1_000, actMs: 1_000 },
}

async function world() {
  const proxy = await failingWayTo((await emptySchema()).url)
  const database = await openFor(proxy.url, { limits, searchBudgetMs: limits.queryMs })
  const search = (seconds: number) =>
    database.searchQuery('nap', 'select 42 as answer from pg_sleep($1)', [seconds])
  await Promise.all([database.ping(), search(0)])
  return { proxy, database, search }
}

const standStill = (milliseconds: number) => {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

it('R85 keeps a running search while this process is paused', async () => {
  const { database, search } = await world()
  const running = search(2.5)
  await sleep(1_200)
  const pinged = database.ping()
  // The ping has been sent.
  await sleep(0)
  standStill(700)
  await pinged
  expect(await running).toEqual([{ answer: 42 }])
})

it('R85 keeps a running search while the server is slow on every connection', async () => {
  const { proxy, database, search } = await world()
  const running = search(3)
  proxy.delay(700)
  await expect(database.ping()).rejects.toMatchObject({ dependency: 'database' })
  await sleep(1_500)
  proxy.delay(0)
  await expect
    .poll(
      () =>
        database.ping().then(
          () => true,
          () => false,
        ),
      { timeout: 3_000 },
    )
    .toBe(true)
  expect(await running).toEqual([{ answer: 42 }])
})

it('R85 ends a search on a connection that the network dropped, and continues with new ones', async () => {
  const { proxy, search } = await world()
  const running = search(9).catch((error: unknown) => error)
  await sleep(100)
  proxy.hole()
  const start = performance.now()
  expect(await running).toMatchObject({ name: 'Unavailable' })
  expect(performance.now() - start).toBeLessThan(5_000)
  expect(await search(0)).toEqual([{ answer: 42 }])
})
