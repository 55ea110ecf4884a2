import { expect, it } from 'vitest'
import { deliveryFaults } from './shown-team-chat.ts'
import { teamChatAdvice } from './team-chat-advice.ts'
import { probeFaults } from '../model/team-chat/team-chat-errors.ts'

it('R73 says of every reason in the closed lists what to do, and of no other', () => {
  expect(Object.keys(teamChatAdvice).toSorted()).toEqual([...new Set([...probeFaults, ...deliveryFaults])].toSorted())
  for (const advice of Object.values(teamChatAdvice))
    expect(advice).toMatch(/^[A-Z][^.]+\. .*\b(Enter|Check|Try|Create|Renew|Turn|check|Look)\b.*\.$/)
})
