import {
  absentOr,
  anyJson,
  messageProofContract,
  otherThan,
  spoil,
  unlike,
  type Fields,
} from '@ken/core/contracts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { provenCommand } from './proven-command.ts'

const bot = { appId: 'A0KEN', botId: 'T0TEAM:U0KEN', workspaceId: 'T0TEAM' }
const organization = { ...bot, botId: 'E0ORG:U0KEN', workspaceId: 'E0ORG' }
const triggerId = '13345224609.738474920.8088930838d88f008e0'

const aCommand = (fields: Fields = {}) => ({
  token: 'not-used',
  team_id: 'T0TEAM',
  team_domain: 'workspace',
  channel_id: 'C0ANY',
  channel_name: 'any',
  user_id: 'U0ANA',
  user_name: 'ana',
  command: '/ken',
  text: 'Where is the printer?',
  api_app_id: 'A0KEN',
  is_enterprise_install: 'false',
  response_url: 'https://hooks.slack.com/commands/1',
  trigger_id: triggerId,
  ...fields,
})
const reasonOf = (payload: unknown) => {
  const proven = provenCommand(payload, bot)
  return proven.ok ? null : proven.error
}

describe('provenCommand', () => {
  it('accepts what a person types, in any channel', () => {
    const postId = `workspace_chat:T0TEAM:U0ANA:command:${triggerId}`
    for (const channel_id of ['C0ANY', 'D0DIRECT', 'G0GROUP'])
      expect(provenCommand(aCommand({ channel_id }), bot)).toEqual({
        ok: true,
        value: {
          user: 'U0ANA',
          message: {
            postId,
            rootId: postId,
            repliesTo: null,
            authorId: 'T0TEAM:U0ANA',
            text: 'Where is the printer?',
            isCommand: true,
          },
        },
      })
  })

  it('reads the text as that of a message', () => {
    const text = ' a &amp; b <@U0BEN|ben> '
    expect(provenCommand(aCommand({ text }), bot)).toMatchObject({
      value: { message: { text: 'a & b @ben' } },
    })
  })

  it('accepts members of all workspaces of the organization', () => {
    const payload = aCommand({ team_id: 'T0ANY', enterprise_id: 'E0ORG' })
    expect(provenCommand(payload, organization)).toMatchObject({
      value: { message: { authorId: 'E0ORG:U0ANA' } },
    })
    expect(provenCommand({ ...payload, enterprise_id: 'E0OTHER' }, organization)).toMatchObject({
      error: 'external',
    })
  })

  it.for<readonly [Fields, string]>([
    [{ api_app_id: 'A0OTHER' }, 'external'],
    [{ team_id: 'T0OTHER' }, 'external'],
    [{ user_team: 'T0OTHER' }, 'external'],
    [{ is_ext_shared_channel: true }, 'external'],
    [{ user_id: 'U0KEN' }, 'own'],
    [{ user_id: 'B0BOT' }, 'malformed'],
    [{ channel_id: 'X' }, 'malformed'],
    [{ command: 'ken' }, 'malformed'],
    [{ trigger_id: 'x' }, 'malformed'],
    [{ trigger_id: '1' }, 'malformed'],
    [{ trigger_id: `1.${'a'.repeat(100)}` }, 'malformed'],
    [{ text: 7 }, 'malformed'],
    [{ text: 'x'.repeat(40_001) }, 'oversized'],
  ])('R218 drops %j', ([fields, reason]) => {
    expect(reasonOf(aCommand(fields))).toBe(reason)
  })
})

/** Each of these alone must cause a command to be dropped. */
const fatal = fc.oneof(
  spoil(['api_app_id'], absentOr(otherThan('A0KEN'))),
  spoil(['team_id'], absentOr(otherThan('T0TEAM'))),
  spoil(['user_team'], otherThan('T0TEAM')),
  spoil(['source_team'], otherThan('T0TEAM')),
  spoil(['is_ext_shared_channel'], otherThan(false)),
  spoil(['user_id'], absentOr(unlike(/^[UW]/))),
  spoil(['user_id'], fc.constantFrom('U0KEN', 'u0ana', 'U0ANA\n', 'U0ANA:U0BEN')),
  spoil(['channel_id'], absentOr(unlike(/^[CDG]/))),
  spoil(['command'], absentOr(unlike(/^\//))),
  spoil(['trigger_id'], absentOr(anyJson)),
  spoil(['text'], absentOr(anyJson.filter((json) => typeof json !== 'string'))),
)
/** None of these changes what a command of a person is. */
const harmless = fc.oneof(
  ...['token', 'team_domain', 'channel_name', 'user_name', 'response_url', 'enterprise_id'].map(
    (field) => spoil([field], absentOr(anyJson)),
  ),
  spoil(['text'], fc.string()),
)
messageProofContract('a command of Slack', {
  anEvent: aCommand,
  anEventWith: (json) => ({ ...aCommand(), text: 7, event: json }),
  isAccepted: (payload) => provenCommand(payload, bot).ok,
  fatal,
  harmless,
})
