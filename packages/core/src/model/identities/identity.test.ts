import { describe, expect, it } from 'vitest'
import type { Email } from '../accounts/email.ts'
import { teamChatSource } from '../team-chat/team-chat-settings.ts'
import {
  isBuiltIn,
  maskedEmail,
  matchesByEmail,
  parseExternalId,
  parseIdentitySource,
} from './identity.ts'

describe('parseIdentitySource', () => {
  it("accepts a platform's name in one spelling", () => {
    for (const name of ['workspace_chat', 'bot_messenger', 'teamchat', 'a', 'a9', 'x'.repeat(63)]) {
      expect(parseIdentitySource(name)).toBe(name)
    }
    const refused = [
      '',
      ' ',
      'Teamchat',
      'team-chat',
      'team chat',
      '_a',
      '9a',
      'a:b',
      'teamchat ',
      'tеamchat',
      'x'.repeat(64),
    ]
    expect(refused.filter((name) => parseIdentitySource(name) !== null)).toEqual([])
  })
})

describe('parseExternalId', () => {
  it('accepts an id as the platform writes it, and none that a header would change', () => {
    for (const id of [
      'U0123',
      'wq5b1h7h9ib48q9pm3xf1r5s7c',
      '-100123',
      'a@b/c:d',
      'x'.repeat(200),
    ]) {
      expect(parseExternalId(id)).toBe(id)
    }
    const refused = ['', ' ', 'a b', ' a', 'a\t', 'a\n', 'a\u0000', 'é', '\u007f', 'x'.repeat(201)]
    expect(refused.filter((id) => parseExternalId(id) !== null)).toEqual([])
  })
})

describe('isBuiltIn', () => {
  it('R148 lists the built-in platforms: exactly those that Ken has a bot for', () => {
    const sources = ['workspace_chat', 'bot_messenger', 'teamchat', 'zzz_other'].map((name) =>
      parseIdentitySource(name)!,
    )
    expect(sources.filter(isBuiltIn)).toEqual(['workspace_chat', 'bot_messenger', teamChatSource])
  })
})

describe('matchesByEmail', () => {
  it('R66 trusts the addresses of the one platform that verifies them', () => {
    const sources = ['workspace_chat', 'bot_messenger', 'teamchat', 'workspace_chat2', 'x'].map(
      (name) => parseIdentitySource(name)!,
    )
    expect(sources.filter(matchesByEmail)).toEqual(['workspace_chat'])
  })
})

describe('maskedEmail', () => {
  it('R66 shows the first letter and the domain only', () => {
    expect(maskedEmail('ada@example.com' as Email)).toBe('a***@example.com')
    expect(maskedEmail('a@b' as Email)).toBe('a***@b')
  })
})
