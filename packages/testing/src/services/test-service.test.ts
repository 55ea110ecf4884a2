import { expect, it } from 'vitest'
import { firstService, type ServiceAttempt } from './test-service.ts'

const absent =
  (reason: string): ServiceAttempt =>
  async () => ({ url: null, reason })
const present: ServiceAttempt = async () => ({
  url: 'redis://here',
  source: 'here',
  stop: async () => {},
})

const untried: ServiceAttempt = () => Promise.reject(new Error('tried'))

it('takes the first server found and tries no further', async () => {
  expect(await firstService('Redis', [absent('not set'), present, untried], true)).toMatchObject({
    url: 'redis://here',
  })
})

it('says all the reasons why there is no server', async () => {
  expect(await firstService('Redis', [absent('not set'), absent('no Docker')], false)).toEqual({
    url: null,
    reason: 'not set; no Docker',
  })
})

it('fails instead of skipping when strict', async () => {
  await expect(firstService('Redis', [absent('not set')], true)).rejects.toThrow(
    'No Redis for the tests: not set.',
  )
})
