import { expect, it } from 'vitest'
import { aWorkspaceChat } from '../../testing/index.ts'
import {
  appIdOfToken,
  isWorkspaceAvailable,
  isWorkspaceBotToken,
} from './workspace-chat-settings.ts'

const botToken = 'xoxb-1111111111-2222222222-AbCdEfGhIjKl'
const appToken = 'xapp-1-A0123ABCDEF-3333333333-0123456789abcdef'

it('knows each token by its beginning, and the app of an app token', () => {
  expect(appIdOfToken(appToken)).toBe('A0123ABCDEF')
  expect(isWorkspaceBotToken(botToken)).toBe(true)
  for (const text of ['', 'xapp-1', botToken, `${appToken}\n`, 'xapp-1-a012-333-0123456789'])
    expect(appIdOfToken(text)).toBeNull()
  for (const text of [
    '',
    'xoxb-',
    appToken,
    `xoxp-${botToken}`,
    `xoxe.${botToken}`,
    `${botToken} `,
  ])
    expect(isWorkspaceBotToken(text)).toBe(false)
})

it('can use the bot only while it is on and nothing is missing', () => {
  const settings = aWorkspaceChat()
  expect(isWorkspaceAvailable(settings)).toBe(true)
  for (const missing of ['botTokenEnc', 'appTokenEnc', 'appId', 'workspaceId', 'botUserId'])
    expect(isWorkspaceAvailable({ ...settings, [missing]: null })).toBe(false)
  expect(isWorkspaceAvailable({ ...settings, enabled: false })).toBe(false)
})
