import { expect, it } from 'vitest'
import { challengeLifetimeSeconds, challengeAttemptsMax } from './challenge.ts'

it('R26 lasts for five minutes and five attempts', () => {
  expect([challengeLifetimeSeconds, challengeAttemptsMax]).toEqual([300, 5])
})
