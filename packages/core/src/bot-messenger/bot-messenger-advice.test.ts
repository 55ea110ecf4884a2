import { expect, it } from 'vitest'
import { messengerProbeFaults, webhookErrors } from '../model/bot-messenger/bot-messenger-errors.ts'
import { botMessengerAdvice, webhookErrorAdvice } from './bot-messenger-advice.ts'
import { messengerDeliveryFaults } from './bot-messenger-status.ts'

it('has advice for every reason of the closed lists, and for no other', () => {
  expect(Object.keys(botMessengerAdvice).toSorted()).toEqual(
    [...new Set([...messengerProbeFaults, ...messengerDeliveryFaults])].toSorted(),
  )
  expect(Object.keys(webhookErrorAdvice)).toEqual([...webhookErrors])
  for (const advice of Object.values({ ...botMessengerAdvice, ...webhookErrorAdvice }))
    expect(advice).toMatch(/^[A-Z][^.]+\. .*\b(Enter|Check|Try|Renew|Turn|check|create)\b.*\.$/s)
})
