import { expect, it } from 'vitest'
import { probeFaultAdvice } from './probe-fault-advice.ts'
import { probeFaults } from './team-chat-errors.ts'

it('R73 says of every fault in the closed list what to do, and of no other', () => {
  expect(Object.keys(probeFaultAdvice).toSorted()).toEqual([...probeFaults].toSorted())
  for (const advice of Object.values(probeFaultAdvice))
    expect(advice).toMatch(/^[A-Z][^.]+\. .*\b(Enter|Check|Try|Create|Renew)\b.*\.$/)
})
