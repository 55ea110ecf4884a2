import { KenProblem } from '@ken/client'
import { expect, it } from 'vitest'
import { createQueryClient } from './query-client.ts'

const pauseAfter = (failures: number, retryAfterSeconds: number | null): unknown => {
  const { retryDelay } = createQueryClient(() => {}).getDefaultOptions().queries ?? {}
  const error = new KenProblem(503, {}, retryAfterSeconds)
  return typeof retryDelay === 'function' ? retryDelay(failures, error) : retryDelay
}

it.each([
  { name: 'the server does not say', failures: 0, asked: null, pause: 1_000 },
  { name: 'it does not say a second time', failures: 1, asked: null, pause: 2_000 },
  { name: 'it asks for a short pause', failures: 0, asked: 5, pause: 5_000 },
  { name: 'it asks for an hour', failures: 0, asked: 3_600, pause: 10_000 },
])('reads again after at most 10 seconds when $name', ({ failures, asked, pause }) => {
  expect(pauseAfter(failures, asked)).toBe(pause)
})
