import type { AccountId } from '@ken/core'
import { searchLimits } from '@ken/core/ports'
import { newId } from '@ken/core/testing'
import { searchLimiterContract } from '@ken/core/contracts'
import { expect, it } from 'vitest'
import { inProcessSearchLimiter } from './in-process-search-limiter.ts'
import { withinRequest } from '../request-scope.ts'

searchLimiterContract('in process', async (limits) => inProcessSearchLimiter(limits))

it('R156 never runs a search whose request ends while it waits, and gives its turn to the next', async () => {
  const limiter = inProcessSearchLimiter({ ...searchLimits, runningMax: 1, waitMs: 60_000 })
  const person = newId() as AccountId
  const [first, ending] = [Promise.withResolvers<void>(), new AbortController()]
  const running = limiter.run(person, () => first.promise)
  let hasRun = false
  const abandoned = withinRequest(ending.signal, () =>
    limiter.run(person, async () => (hasRun = true)),
  ).catch((error: unknown) => error)
  const next = limiter.run(person, async () => 'next')
  ending.abort()
  first.resolve()
  await running
  expect(await next).toEqual({ ok: true, value: 'next' })
  expect(await abandoned).toMatchObject({ dependency: 'request' })
  expect(hasRun).toBe(false)
})
