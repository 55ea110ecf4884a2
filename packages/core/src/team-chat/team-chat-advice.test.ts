import { expect, it } from 'vitest'
import { deliveryFaults } from './team-chat-status.ts'
import { teamChatAdvice } from './team-chat-advice.ts'
import { probeFaults } from '../model/team-chat/team-chat-errors.ts'

it('R73 has advice for every reason of the closed lists, and for no other', () => {
  expect(Object.keys(teamChatAdvice).toSorted()).toEqual(
    [...new Set([...probeFaults, ...deliveryFaults])].toSorted(),
  )
  for (const advice of Object.values(teamChatAdvice))
    expect(advice).toMatch(
      /^[A-Z][^.]+\. .*\b(Enter|Check|Try|Create|Renew|Turn|check|Look)\b.*\.$/,
    )
})
