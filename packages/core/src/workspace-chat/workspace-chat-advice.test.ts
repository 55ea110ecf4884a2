import { expect, it } from 'vitest'
import { workspaceProbeFaults } from '../model/workspace-chat/workspace-chat-errors.ts'
import { workspaceChatAdvice } from './workspace-chat-advice.ts'
import { workspaceDeliveryFaults } from './workspace-chat-status.ts'

it('has advice for every reason of the closed lists, and for no other', () => {
  expect(Object.keys(workspaceChatAdvice).toSorted()).toEqual(
    [...new Set([...workspaceProbeFaults, ...workspaceDeliveryFaults])].toSorted(),
  )
  for (const advice of Object.values(workspaceChatAdvice))
    expect(advice).toMatch(/^[A-Z][^.]+\. .*\b(Enter|Check|Try|Renew|Turn|check|create)\b.*\.$/s)
})
