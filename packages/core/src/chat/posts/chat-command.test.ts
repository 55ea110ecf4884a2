import { expect, it } from 'vitest'
import { chatCommandOf } from './chat-command.ts'

it('reads the commands of the bot messenger, alone in their message', () => {
  expect(
    ['/new', ' /help\n', '/new@ken_bot'].map((text) => chatCommandOf('bot_messenger', text)),
  ).toEqual(['new', 'help', 'new'])
  for (const text of ['new', '/new leave', '/news', '/help/', ''])
    expect(chatCommandOf('bot_messenger', text)).toBeNull()
  expect(chatCommandOf('teamchat', '/new')).toBeNull()
})

it('takes what apps send when a person opens the bot for a request for help', () => {
  for (const text of ['/start', '/start link', '/start@ken_bot', '/start any-Payload_1'])
    expect(chatCommandOf('bot_messenger', text)).toBe('help')
  for (const text of ['start', '/starter', '/start the car', '/start?', '/start häuser'])
    expect(chatCommandOf('bot_messenger', text)).toBeNull()
})
