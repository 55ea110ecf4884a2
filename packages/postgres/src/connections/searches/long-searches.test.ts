import type { AccountId } from '@ken/core'
import { newId } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { connectionTo, emptySchema, openFor } from '../../testing/server-world.ts'
import { connectionSlots } from '../bulkheads/connection-slots.ts'
import { inProcessSearchLimiter } from './in-process-search-limiter.ts'
import { longSearches } from './long-searches.ts'
import { currentRequest, withinRequest } from '../request-scope.ts'

const poolMax = 10
const searchConnections = 3
const slow = 'select pg_sleep(30)'

it('R170 leaves a connection to the searches of others beside people whose searches are long', async () => {
  const { url, name } = await emptySchema()
  const [database, admin] = [
    await openFor(url, { poolMax, searchBudgetMs: 60_000 }),
    await connectionTo(url),
  ]
  const limiter = inProcessSearchLimiter()
  const ending = new AbortController()
  const searchAs = (userId: AccountId, text: string) =>
    withinRequest(ending.signal, () =>
      limiter.run(userId, () => database.searchQuery(text, text, [])),
    )
  const people = Array.from({ length: 4 }, () => newId() as AccountId)
  for (const person of people) await searchAs(person, 'select pg_sleep(0.3)')
  const hanging = [...people, ...people].map((person) =>
    searchAs(person, slow).catch((error: unknown) => error),
  )
  const running = async () =>
    (
      await admin.query(
        `select from pg_stat_activity where application_name = '${name}' and query = '${slow}' and state = 'active'`,
      )
    ).rowCount
  await expect.poll(running).toBe(searchConnections - 1)
  expect(await searchAs(newId() as AccountId, 'select 42 as answer')).toEqual({
    ok: true,
    value: [{ answer: 42 }],
  })
  expect(await running()).toBe(searchConnections - 1)
  ending.abort()
  await Promise.all(hanging)
  await expect.poll(running, { timeout: 1_000 }).toBe(0)
})

/** Searches that take a given time, on a clock of the test. Returns how long each lets others overtake it. */
function timedSearches(sharedCount: number) {
  let nowMs = 0
  const shared = connectionSlots(sharedCount, { requestsMax: 0, requestMs: 1, otherMs: 1 })
  const { run, noteTime } = longSearches(shared, () => nowMs)
  const searchAs = (userId: string, milliseconds: number) =>
    withinRequest(new AbortController().signal, () =>
      inProcessSearchLimiter().run(userId as AccountId, () =>
        run(async () => {
          noteTime(milliseconds)
          return currentRequest()?.yieldsMs
        }),
      ),
    )
  return { shared, searchAs, advance: (milliseconds: number) => void (nowMs += milliseconds) }
}

it('treats a person as all others ten seconds after their last search', async () => {
  const { shared, searchAs, advance } = timedSearches(1)
  await shared.take(null)
  await searchAs('ada', 50)
  await expect(searchAs('ada', 1)).rejects.toMatchObject({ name: 'Unavailable' })
  await searchAs('bob', 49)
  await searchAs('bob', 1)
  advance(10_000)
  expect(await searchAs('ada', 1)).toEqual({ ok: true, value: 0 })
})

it('lets others overtake a search by the expected time of the last ones of its person', async () => {
  const { searchAs } = timedSearches(2)
  const yields = async (milliseconds: number) => {
    const outcome = await searchAs('ada', milliseconds)
    return outcome.ok ? outcome.value : outcome.error
  }
  expect([await yields(100), await yields(20), await yields(20), await yields(20)]).toEqual([
    0,
    20 * 100,
    20 * 60,
    20 * 40,
  ])
  expect(await searchAs('bob', 20)).toEqual({ ok: true, value: 0 })
})
