import { describe, expect, it } from 'vitest'
import { newChatPostId } from '@ken/core/testing'
import { postCodePointsMax, type DropReason } from '@ken/core/ports'
import { parseDirectMessage } from './posted-event.ts'
import { aPostedEvent, type PostFields } from '../testing/posted-events.ts'

const [botId, authorId, channelId, otherId] = [
  newChatPostId(),
  newChatPostId(),
  newChatPostId(),
  newChatPostId(),
]
const posted = (post: PostFields = {}) => aPostedEvent({ botId, authorId, channelId, post })
type Event = ReturnType<typeof posted>
const withData = (data: object): Event => ({ ...posted(), data: { ...posted().data, ...data } })
/** What is said of the text of a post. */
const flagsOf = (post: PostFields) => {
  const message = parseDirectMessage(posted(post), botId)
  return message.ok ? Object.keys(message.value).filter((field) => field.startsWith('is')) : null
}
const outcomeOf = (event: unknown): DropReason | 'accepted' => {
  const parsed = parseDirectMessage(event, botId)
  return parsed.ok ? 'accepted' : parsed.error.reason
}

describe('parseDirectMessage', () => {
  it('accepts a text of a person to the bot, with the root of its thread', () => {
    const [id, rootId] = [newChatPostId(), newChatPostId()]
    expect(parseDirectMessage(posted({ id, message: 'hi' }), botId)).toEqual({
      ok: true,
      value: {
        postId: id,
        channelId,
        rootId: id,
        repliesTo: null,
        authorId,
        text: 'hi',
        postedAt: new Date(1_763_600_000_000),
      },
    })
    expect(parseDirectMessage(posted({ id, root_id: rootId }), botId)).toMatchObject({
      value: { postId: id, rootId },
    })
  })

  it.for<{ readonly name: string; readonly post: PostFields }>([
    { name: 'the longest text', post: { message: '😀'.repeat(postCodePointsMax) } },
    { name: 'no text, only a file', post: { message: '', file_ids: ['a'.repeat(26)] } },
    { name: 'an edited text', post: { edit_at: 1_763_600_000_001, update_at: 1_763_600_000_001 } },
    {
      name: 'props of its client',
      post: { props: { disable_group_highlight: true, channel_mentions: {} } },
    },
    { name: 'no remote id at all', post: { remote_id: undefined } },
  ])('accepts $name', ({ post }) => {
    expect(outcomeOf(posted(post))).toBe('accepted')
  })

  it('R224 says which texts are no link codes: edited ones, and those beside a file', () => {
    expect(flagsOf({})).toEqual([])
    expect(flagsOf({ edit_at: 1_763_600_000_001 })).toEqual(['isEdited'])
    expect(flagsOf({ file_ids: ['a'.repeat(26)] })).toEqual(['isCaption'])
    for (const none of [undefined, null, 0])
      expect(flagsOf({ edit_at: none, file_ids: none })).toEqual([])
  })

  it.for<{ readonly name: string; readonly reason: DropReason; readonly post: PostFields }>([
    { name: 'its own', reason: 'own', post: { user_id: botId } },
    { name: 'a system text', reason: 'system', post: { type: 'system_auto_responder' } },
    {
      name: 'a text of another special type',
      reason: 'special_type',
      post: { type: 'slack_attachment' },
    },
    { name: 'an emote', reason: 'special_type', post: { type: 'me' } },
    { name: 'another bot', reason: 'bot', post: { props: { from_bot: 'true' } } },
    {
      name: 'a webhook in the name of a person',
      reason: 'webhook',
      post: { props: { from_webhook: 'true', webhook_display_name: 'Alice' } },
    },
    { name: 'a plugin', reason: 'plugin', post: { props: { from_plugin: 'true' } } },
    {
      name: 'an app in the name of a person',
      reason: 'oauth_app',
      post: { props: { from_oauth_app: 'true' } },
    },
    {
      name: 'another name over the author',
      reason: 'overridden',
      post: { props: { override_username: 'Alice' } },
    },
    {
      name: 'another picture over the author',
      reason: 'overridden',
      post: { props: { override_icon_url: 'https://example.com/a.png' } },
    },
    {
      name: 'a thread moved here',
      reason: 'moved',
      post: { props: { wrangler: { moved: true } } },
    },
    { name: 'a person on another server', reason: 'remote', post: { remote_id: 'a'.repeat(26) } },
    { name: 'a deleted post', reason: 'deleted', post: { delete_at: 1_763_600_000_001 } },
    { name: 'an old text of an edited post', reason: 'deleted', post: { original_id: otherId } },
    {
      name: 'a text longer than a post',
      reason: 'oversized',
      post: { message: '😀'.repeat(postCodePointsMax + 1) },
    },
    {
      name: 'an author who is not in the channel',
      reason: 'not_direct',
      post: { user_id: otherId },
    },
    {
      name: 'another channel than it was sent to',
      reason: 'not_direct',
      post: { channel_id: otherId },
    },
    {
      name: 'a marker of any value',
      reason: 'webhook',
      post: { props: { from_webhook: null } },
    },
    { name: 'props that are a list', reason: 'malformed', post: { props: ['from_bot'] } },
    { name: 'no props', reason: 'malformed', post: { props: null } },
    { name: 'an id of another form', reason: 'malformed', post: { id: 'post-1' } },
    { name: 'a root of another form', reason: 'malformed', post: { root_id: 'root' } },
    { name: 'an invalid time', reason: 'malformed', post: { create_at: 9e15 } },
    { name: 'a type that is not a text', reason: 'malformed', post: { type: null } },
    { name: 'a deletion that is not a number', reason: 'malformed', post: { delete_at: '0' } },
  ])('R67 drops $name: $reason', ({ reason, post }) => {
    expect(outcomeOf(posted(post))).toBe(reason)
  })

  it.for<{ readonly name: string; readonly reason: DropReason; readonly event: unknown }>([
    { name: 'an open channel', reason: 'not_direct', event: withData({ channel_type: 'O' }) },
    { name: 'a private channel', reason: 'not_direct', event: withData({ channel_type: 'P' }) },
    {
      name: 'a group',
      reason: 'not_direct',
      event: withData({ channel_type: 'G', channel_name: 'a'.repeat(40) }),
    },
    {
      name: 'a type in another spelling',
      reason: 'not_direct',
      event: withData({ channel_type: 'd' }),
    },
    { name: 'a type in a list', reason: 'malformed', event: withData({ channel_type: ['D'] }) },
    { name: 'no type', reason: 'malformed', event: withData({ channel_type: undefined }) },
    {
      name: 'the channel of two others',
      reason: 'not_direct',
      event: withData({ channel_name: [authorId, otherId].toSorted().join('__') }),
    },
    { name: 'a channel of a team', reason: 'not_direct', event: withData({ team_id: otherId }) },
    { name: 'a post that is not JSON', reason: 'malformed', event: withData({ post: '{' }) },
    {
      name: 'a post that is nested a million deep',
      reason: 'malformed',
      event: withData({ post: '['.repeat(1_000_000) }),
    },
    {
      name: 'a post too large to be one',
      reason: 'oversized',
      event: withData({ post: ' '.repeat(8 * 1024 * 1024 + 1) }),
    },
    { name: 'another event', reason: 'malformed', event: { ...posted(), event: 'post_edited' } },
    {
      name: 'an event for another channel',
      reason: 'not_direct',
      event: { ...posted(), broadcast: { channel_id: otherId } },
    },
    {
      name: 'an event without a channel',
      reason: 'not_direct',
      event: { ...posted(), broadcast: null },
    },
  ])('R67 drops $name: $reason', ({ reason, event }) => {
    expect(outcomeOf(event)).toBe(reason)
  })
})

const dropped = (event: unknown) => {
  const parsed = parseDirectMessage(event, botId)
  return parsed.ok ? 'accepted' : parsed.error
}

describe('a dropped event', () => {
  it('names its post, so that it is counted once', () => {
    const id = newChatPostId()
    expect(dropped(posted({ id, type: 'me' }))).toEqual({
      reason: 'special_type',
      post: { postId: id, postedAt: new Date(1_763_600_000_000) },
    })
    expect(dropped(posted({ id: 'post-1' }))).toMatchObject({ post: { postId: 'post-1' } })
  })

  it.for<{ readonly name: string; readonly event: unknown }>([
    { name: 'its id is not a text', event: posted({ id: 7 }) },
    { name: 'its id is empty', event: posted({ id: '' }) },
    { name: 'its id is longer than any id', event: posted({ id: 'a'.repeat(65) }) },
    { name: 'its time is invalid', event: posted({ create_at: 0 }) },
    {
      name: 'it is of another channel, which is never read back',
      event: withData({ channel_type: 'O' }),
    },
    { name: 'it is not JSON', event: withData({ post: '{' }) },
    { name: 'it is not an event', event: null },
  ])('names no post when $name', ({ event }) => {
    expect(dropped(event)).toMatchObject({ post: null })
  })
})
