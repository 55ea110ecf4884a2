import type { AccountId } from '@ken/core'
import { newId } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { connectionTo, emptySchema, openFor } from '../../testing/server-world.ts'
import { connectionSlots } from '../connection-slots.ts'
import { inProcessSearchLimiter } from './in-process-search-limiter.ts'
import { longSearches } from './long-searches.ts'
import { withinRequest } from '../request-scope.ts'

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

it('treats a person as all others ten seconds after their last long search', async () => {
  let nowMs = 0
  const shared = connectionSlots(1, { requestsMax: 0, requestMs: 1, otherMs: 1 })
  const { run, noteTime } = longSearches(shared, () => nowMs)
  const searchAs = (userId: string, milliseconds: number) =>
    withinRequest(new AbortController().signal, () =>
      inProcessSearchLimiter().run(userId as AccountId, () =>
        run(async () => noteTime(milliseconds)),
      ),
    )
  await shared.take(null)
  await searchAs('ada', 250)
  await expect(searchAs('ada', 1)).rejects.toMatchObject({ name: 'Unavailable' })
  await searchAs('bob', 249)
  await searchAs('bob', 1)
  nowMs = 10_000
  expect(await searchAs('ada', 1)).toMatchObject({ ok: true })
})
