import { expect, it } from 'vitest'
import { processorMsOf } from '../../testing/builders/processor-time.ts'
import { replyWithoutSearch } from './reply-without-search.ts'

it('says what the bot does to a request for help in words, as each platform continues a conversation', () => {
  for (const source of ['teamchat', 'workspace_chat'] as const)
    for (const text of ['help', ' Help?\n', 'HELP!', 'Hilfe', '@ken help', '@U0KEN: hilfe!'])
      expect(replyWithoutSearch(source, text)).toMatch(/^Ask me in your own words.* in the thread/)
  expect(replyWithoutSearch('bot_messenger', 'help')).toMatch(/^Ask me in your own words.* \/new/)
  for (const text of ['help me', 'helpdesk', '/help', 'Who can help?', 'Hilfe bei Drucker', '@ken'])
    expect(replyWithoutSearch('teamchat', text)).toBeNull()
})

it('asks for words instead of searching for emojis, which would find the sources of the question before', () => {
  for (const text of [
    '👍',
    '🙏🏽 ❤️',
    ':+1:',
    ':100:',
    ':8ball:',
    ':tada: :man-raising_hand:',
    '...',
    '!',
    ':-)',
  ])
    expect(replyWithoutSearch('workspace_chat', text)).toBe('Please ask in words.')
  for (const text of [
    '?',
    '？',
    '2026',
    'c#',
    '請問',
    '👍 leave',
    '',
    ' ',
    'at 10:30:15',
    ':8080:',
  ])
    expect(replyWithoutSearch('workspace_chat', text)).toBeNull()
})

it('takes linear time for a giant word after a colon', async () => {
  // 1 ms on an idle machine. In quadratic time it would be 10 s.
  const spent = await processorMsOf(() => {
    replyWithoutSearch('workspace_chat', `:${'a'.repeat(65_000)}`)
  })
  expect(spent).toBeLessThan(2_000)
})
