import { expect, it } from 'vitest'
import type { AccountId } from '../model/accounts/account.ts'
import { ok } from '../model/result.ts'
import { SearchTimeout } from '../ports/platform/unavailable.ts'
import { memorySearchLimiter, newId } from '../testing/index.ts'
import { withinSearchLimits } from './within-search-limits.ts'

const userId = newId() as AccountId
const searchLimiter = memorySearchLimiter({ runningMax: 1, waitingMax: 0, waitMs: 0 })

const failing = (error: Error) =>
  withinSearchLimits({ searchLimiter }, userId, async () => {
    throw error
  })

it('returns what the read finds', async () => {
  expect(await withinSearchLimits({ searchLimiter }, userId, async () => 'found')).toEqual(
    ok('found'),
  )
})

it('R170 refuses a read while the searches of the person fill their limit', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const running = withinSearchLimits({ searchLimiter }, userId, () => promise)
  expect(await withinSearchLimits({ searchLimiter }, userId, async () => 'found')).toMatchObject({
    ok: false,
    error: { code: 'search.too_many', runningMax: 1 },
  })
  resolve()
  await running
})

it('says how long a read may take when it is cancelled for its time, and passes on other errors', async () => {
  expect(await failing(new SearchTimeout(2_000))).toEqual({
    ok: false,
    error: { code: 'search.timed_out', budgetMs: 2_000, retryAfterSeconds: 2 },
  })
  await expect(failing(new TypeError('a bug'))).rejects.toThrow('a bug')
})
