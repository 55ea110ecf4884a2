import { expect, it } from 'vitest'
import { challengeLifetimeSeconds, challengeTriesMax } from './challenge.ts'

it('R26 lives for five minutes and five tries', () => {
  expect([challengeLifetimeSeconds, challengeTriesMax]).toEqual([300, 5])
})
