import { expect, it } from 'vitest'
import { sumOfDropped } from './chat-message.ts'

it('adds up dropped events by reason, and omits reasons without any', () => {
  expect(sumOfDropped({ own: 1, bot: 2 }, { bot: 3, stale: 4, flood: 0 })).toEqual({
    own: 1,
    bot: 5,
    stale: 4,
  })
  expect(sumOfDropped({}, {})).toEqual({})
})
