import { expect, it } from 'vitest'
import { aBotMessenger } from '../../testing/builders/bot-messengers.ts'
import { botIdOfToken, isMessengerAvailable } from './bot-messenger-settings.ts'

it('is available if it is on, with a token of a known bot', () => {
  expect(isMessengerAvailable(aBotMessenger())).toBe(true)
  for (const missing of [{ enabled: false }, { botTokenEnc: null }, { botUserId: null }])
    expect(isMessengerAvailable(aBotMessenger(missing))).toBe(false)
})

it('reads the bot from its token', () => {
  expect(botIdOfToken(`123456:${'Aa_-'.repeat(9)}`)).toBe('123456')
  for (const text of [
    '',
    'token',
    '123456',
    '123456:short',
    `12a:${'A'.repeat(35)}`,
    `1:${'A'.repeat(35)} x`,
  ])
    expect(botIdOfToken(text)).toBeNull()
})
