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
import { provenMessage } from './proven-message.ts'

const bot = { appId: 'A0KEN', botId: 'T0TEAM:U0KEN', workspaceId: 'T0TEAM' }
const organization = { ...bot, botId: 'E0ORG:U0KEN', workspaceId: 'E0ORG' }
const ts = '1763600000.123456'

const anEvent = (fields: Fields = {}, payload: Fields = {}) => ({
  type: 'event_callback',
  token: 'not-used',
  team_id: 'T0TEAM',
  context_team_id: 'T0TEAM',
  api_app_id: 'A0KEN',
  event_id: 'Ev1',
  event_time: 1_763_600_000,
  is_ext_shared_channel: false,
  ...payload,
  event: {
    type: 'message',
    user: 'U0ANA',
    team: 'T0TEAM',
    channel: 'D0DIRECT',
    channel_type: 'im',
    ts,
    event_ts: ts,
    text: 'Where is the printer?',
    ...fields,
  },
})
const reasonOf = (payload: unknown) => {
  const event = provenMessage(payload, bot)
  return event === null || event.ok ? event : event.error.reason
}

describe('provenMessage', () => {
  it('accepts what a person writes to the app', () => {
    expect(provenMessage(anEvent(), bot)).toEqual({
      ok: true,
      value: {
        postId: `workspace_chat:T0TEAM:D0DIRECT:${ts}`,
        channelId: 'T0TEAM:D0DIRECT',
        rootId: `workspace_chat:T0TEAM:D0DIRECT:${ts}`,
        repliesTo: null,
        authorId: 'T0TEAM:U0ANA',
        text: 'Where is the printer?',
        postedAt: new Date(1_763_600_000_123),
      },
    })
  })

  it('knows the thread of a reply', () => {
    expect(provenMessage(anEvent({ thread_ts: '1763500000.000001' }), bot)).toMatchObject({
      value: { rootId: 'workspace_chat:T0TEAM:D0DIRECT:1763500000.000001' },
    })
  })

  it('accepts a reply that is also shown in the conversation itself', () => {
    const [subtype, thread_ts] = ['thread_broadcast', '1763500000.000001']
    expect(provenMessage(anEvent({ subtype, thread_ts, root: {} }), bot)).toMatchObject({
      value: { rootId: `workspace_chat:T0TEAM:D0DIRECT:${thread_ts}`, authorId: 'T0TEAM:U0ANA' },
    })
    for (const [fields, reason] of [
      [{}, 'malformed'],
      [{ thread_ts, user: 'U0KEN' }, 'own'],
      [{ thread_ts, bot_id: 'B0OTHER' }, 'bot'],
      [{ thread_ts, hidden: true }, 'special_type'],
    ] as const)
      expect(reasonOf(anEvent({ subtype, ...fields }))).toBe(reason)
  })

  it('R224 reads the text beside a file as its caption', () => {
    for (const fields of [{ subtype: 'file_share', files: [{}] }, { files: [{}] }])
      expect(provenMessage(anEvent(fields), bot)).toMatchObject({ value: { isCaption: true } })
    expect(provenMessage(anEvent(), bot)).not.toHaveProperty('value.isCaption')
  })

  it('R224 says that its author has edited a text, as it may be when it is read back', () => {
    const edited = { user: 'U0ANA', ts: '1763600001.000001' }
    expect(provenMessage(anEvent({ edited }), bot)).toMatchObject({
      value: { text: 'Where is the printer?', isEdited: true },
    })
    expect(provenMessage(anEvent(), bot)).not.toHaveProperty('value.isEdited')
  })

  it('R218 accepts no text that was edited, unless by its author', () => {
    for (const edited of [{ user: 'U0BEN' }, { user: ['U0ANA'] }, {}, 'U0ANA', true, null])
      expect(reasonOf(anEvent({ edited }))).toBe('edited')
  })

  it('accepts members of all workspaces of the organization', () => {
    const payload = { team_id: 'T0ANY', enterprise_id: 'E0ORG' }
    for (const fields of [{}, { user_team: 'E0ORG' }, { user_team: 'T0ANY', source_team: 'T0ANY' }])
      expect(provenMessage(anEvent(fields, payload), organization)).toMatchObject({
        value: { authorId: 'E0ORG:U0ANA', channelId: 'E0ORG:D0DIRECT' },
      })
    for (const other of [{ ...payload, enterprise_id: 'E0OTHER' }, { team_id: 'E0ORG' }])
      expect(provenMessage(anEvent({}, other), organization)).toMatchObject({
        error: { reason: 'external' },
      })
  })

  it.for<readonly [Fields, string]>([
    [{ channel_type: 'channel', channel: 'C0CHANNEL' }, 'not_direct'],
    [{ channel_type: 'mpim', channel: 'G0GROUP' }, 'not_direct'],
    [{ channel: 'C0CHANNEL' }, 'malformed'],
    [{ user: 'U0KEN', bot_id: 'B0KEN' }, 'own'],
    [{ bot_id: 'B0OTHER' }, 'bot'],
    [{ app_id: 'A0OTHER' }, 'bot'],
    [{ bot_profile: {} }, 'bot'],
    [{ subtype: 'bot_message' }, 'bot'],
    [{ subtype: 'message_changed' }, 'edited'],
    [{ subtype: 'message_deleted' }, 'deleted'],
    [{ hidden: true }, 'special_type'],
    [{ subtype: 'me_message' }, 'special_type'],
    [{ subtype: 'channel_join' }, 'special_type'],
    [{ subtype: 'toString' }, 'special_type'],
    [{ user_team: 'T0OTHER' }, 'external'],
    [{ source_team: 'T0OTHER' }, 'external'],
    [{ user: 'B0BOT' }, 'malformed'],
    [{ ts: '1763600000' }, 'malformed'],
    [{ thread_ts: 'x' }, 'malformed'],
    [{ text: 7 }, 'malformed'],
    [{ text: 'x'.repeat(40_001) }, 'oversized'],
  ])('R218 drops %j', ([fields, reason]) => {
    expect(reasonOf(anEvent(fields))).toBe(reason)
  })

  it.for<readonly [Fields, string]>([
    [{ api_app_id: 'A0OTHER' }, 'external'],
    [{ team_id: 'T0OTHER' }, 'external'],
    [{ is_ext_shared_channel: true }, 'external'],
    [{ type: 'url_verification' }, 'malformed'],
  ])('R218 drops an event with %j', ([payload, reason]) => {
    expect(reasonOf(anEvent({}, payload))).toBe(reason)
  })

  it('takes other events for no message', () => {
    expect(reasonOf(anEvent({ type: 'app_home_opened' }))).toBeNull()
    expect(reasonOf(anEvent({ type: 'tokens_revoked' }))).toBeNull()
  })

  it('names the post of a dropped message, so that it counts once', () => {
    expect(provenMessage(anEvent({ hidden: true }), bot)).toMatchObject({
      error: { post: { postId: `workspace_chat:T0TEAM:D0DIRECT:${ts}` } },
    })
    expect(provenMessage(anEvent({ ts: 'x' }), bot)).toMatchObject({ error: { post: null } })
  })

  it.for<readonly [string, string]>([
    ['a &amp; b &lt;c&gt; &amp;lt;', 'a & b <c> &lt;'],
    ['<https://wiki.test/a?b=1&amp;c=2>', 'https://wiki.test/a?b=1&c=2'],
    ['<https://wiki.test|the wiki>', 'the wiki'],
    [
      '<mailto:ana@wiki.test|ana@wiki.test> <tel:123|123> <mailto:a@b.test>',
      'ana@wiki.test 123 a@b.test',
    ],
    [
      '<@U0BEN> <@U0BEN|ben> <#C0ALL|all> <!here> <!subteam^S1|@team>',
      '@U0BEN @ben #all @here @team',
    ],
  ])('reads %j as %j', ([markup, text]) => {
    expect(provenMessage(anEvent({ text: markup }), bot)).toMatchObject({ value: { text } })
  })
})

const isAccepted = (payload: unknown): boolean => provenMessage(payload, bot)?.ok === true
const noText = anyJson.filter((json) => typeof json !== 'string')
const marks = ['bot_id', 'bot_profile', 'app_id', 'hidden']

/** Each of these alone must cause a message to be dropped. */
const fatal = fc.oneof(
  spoil(['type'], absentOr(otherThan('event_callback'))),
  spoil(['api_app_id'], absentOr(otherThan('A0KEN'))),
  spoil(['team_id'], absentOr(otherThan('T0TEAM'))),
  spoil(['is_ext_shared_channel'], otherThan(false)),
  spoil(['event'], absentOr(anyJson)),
  spoil(['event', 'type'], absentOr(otherThan('message'))),
  spoil(['event', 'channel_type'], absentOr(otherThan('im'))),
  spoil(['event', 'channel'], absentOr(unlike(/^D/))),
  spoil(['event', 'user'], absentOr(unlike(/^[UW]/))),
  spoil(['event', 'user'], fc.constant('U0KEN')),
  spoil(['event', 'ts'], absentOr(anyJson)),
  spoil(['event', 'thread_ts'], anyJson),
  spoil(['event', 'subtype'], otherThan('file_share', 'thread_broadcast')),
  spoil(['event', 'user_team'], otherThan('T0TEAM')),
  spoil(['event', 'source_team'], otherThan('T0TEAM')),
  spoil(['event', 'text'], absentOr(noText)),
  spoil(['event', 'edited'], anyJson),
  fc.constantFrom(...marks).chain((mark) => spoil(['event', mark], anyJson)),
)
/** None of these changes what a message of a person is. */
const harmless = fc.oneof(
  spoil(['event_id'], absentOr(anyJson)),
  spoil(['token'], absentOr(anyJson)),
  spoil(['authorizations'], absentOr(anyJson)),
  spoil(['event', 'blocks'], absentOr(anyJson)),
  spoil(['event', 'client_msg_id'], absentOr(anyJson)),
  spoil(['event', 'files'], absentOr(anyJson)),
  spoil(['event', 'edited'], fc.record({ user: fc.constant('U0ANA'), ts: anyJson })),
  spoil(['event', 'team'], absentOr(anyJson)),
  spoil(['event', 'text'], fc.string()),
)
messageProofContract('Slack', {
  anEvent,
  anEventWith: (event) => ({ ...anEvent(), event }),
  isAccepted,
  fatal,
  harmless,
})
