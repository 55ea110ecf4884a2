import { expect, it } from 'vitest'
import { chatCommandOf } from './chat-command.ts'

it('reads the commands of the bot messenger, alone in their message', () => {
  expect(
    ['/new', ' /help\n', '/new@ken_bot'].map((text) => chatCommandOf('bot_messenger', text)),
  ).toEqual(['new', 'help', 'new'])
  for (const text of ['new', '/new leave', '/start link', '/news', '/help/', ''])
    expect(chatCommandOf('bot_messenger', text)).toBeNull()
  expect(chatCommandOf('teamchat', '/new')).toBeNull()
})
