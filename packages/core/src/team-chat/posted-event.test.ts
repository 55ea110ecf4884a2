import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aPostedEvent, newPostId, type PostFields } from '../testing/builders/posted-events.ts'
import { postCodePointsMax } from '../model/team-chat/answer-parts.ts'
import type { DropReason } from '../model/team-chat/direct-message.ts'
import { provenDirectMessage } from './posted-event.ts'

const [botId, authorId, channelId, otherId] = [newPostId(), newPostId(), newPostId(), newPostId()]
const posted = (post: PostFields = {}) => aPostedEvent({ botId, authorId, channelId, post })
type Event = ReturnType<typeof posted>
const withData = (data: object): Event => ({ ...posted(), data: { ...posted().data, ...data } })
const judge = (event: unknown): DropReason | 'passed' => {
  const judged = provenDirectMessage(event, botId)
  return judged.ok ? 'passed' : judged.error
}

describe('provenDirectMessage', () => {
  it('passes what a person writes to the bot, with the root of its thread', () => {
    const [id, rootId] = [newPostId(), newPostId()]
    expect(provenDirectMessage(posted({ id, message: 'hi' }), botId)).toEqual({
      ok: true,
      value: { postId: id, channelId, rootId: id, authorId, text: 'hi', postedAt: new Date(1_763_600_000_000) },
    })
    expect(provenDirectMessage(posted({ id, root_id: rootId }), botId)).toMatchObject({ value: { postId: id, rootId } })
  })

  it.for<[string, PostFields]>([
    ['the longest text', { message: '😀'.repeat(postCodePointsMax) }],
    ['no text, only a file', { message: '', file_ids: ['a'.repeat(26)] }],
    ['an edited text', { edit_at: 1_763_600_000_001, update_at: 1_763_600_000_001 }],
    ['props of its client', { props: { disable_group_highlight: true, channel_mentions: {} } }],
    ['no remote id at all', { remote_id: undefined }],
  ])('passes %s', ([, post]) => {
    expect(judge(posted(post))).toBe('passed')
  })

  it.for<[string, DropReason, PostFields]>([
    ['its own', 'own', { user_id: botId }],
    ['a system text', 'system', { type: 'system_auto_responder' }],
    ['a text of another special type', 'special_type', { type: 'slack_attachment' }],
    ['an emote', 'special_type', { type: 'me' }],
    ['another bot', 'bot', { props: { from_bot: 'true' } }],
    ['a webhook in the name of a person', 'webhook', { props: { from_webhook: 'true', webhook_display_name: 'Alice' } }],
    ['a plugin', 'plugin', { props: { from_plugin: 'true' } }],
    ['an app in the name of a person', 'oauth_app', { props: { from_oauth_app: 'true' } }],
    ['another name over the author', 'overridden', { props: { override_username: 'Alice' } }],
    ['another picture over the author', 'overridden', { props: { override_icon_url: 'https://example.com/a.png' } }],
    ['a thread moved here', 'moved', { props: { wrangler: { moved: true } } }],
    ['somebody on another server', 'remote', { remote_id: 'a'.repeat(26) }],
    ['a deleted post', 'deleted', { delete_at: 1_763_600_000_001 }],
    ['an old text of an edited post', 'deleted', { original_id: otherId }],
    ['a text longer than a post', 'oversized', { message: '😀'.repeat(postCodePointsMax + 1) }],
    ['an author who is not in the channel', 'not_direct', { user_id: otherId }],
    ['another channel than it was sent to', 'not_direct', { channel_id: otherId }],
    ['a mark of whatever value', 'webhook', { props: { from_webhook: null } }],
    ['props that are a list', 'malformed', { props: ['from_bot'] }],
    ['no props', 'malformed', { props: null }],
    ['an id of another form', 'malformed', { id: 'post-1' }],
    ['a root of another form', 'malformed', { root_id: 'root' }],
    ['a time that is none', 'malformed', { create_at: 9e15 }],
    ['a type that is no text', 'malformed', { type: null }],
    ['a deletion that is no number', 'malformed', { delete_at: '0' }],
  ])('R67 drops %s: %s', ([, reason, post]) => {
    expect(judge(posted(post))).toBe(reason)
  })

  it.for<[string, DropReason, unknown]>([
    ['an open channel', 'not_direct', withData({ channel_type: 'O' })],
    ['a private channel', 'not_direct', withData({ channel_type: 'P' })],
    ['a group', 'not_direct', withData({ channel_type: 'G', channel_name: 'a'.repeat(40) })],
    ['a type in another spelling', 'not_direct', withData({ channel_type: 'd' })],
    ['a type in a list', 'malformed', withData({ channel_type: ['D'] })],
    ['no type', 'malformed', withData({ channel_type: undefined })],
    ['the channel of two others', 'not_direct', withData({ channel_name: [authorId, otherId].toSorted().join('__') })],
    ['a channel of a team', 'not_direct', withData({ team_id: otherId })],
    ['a post that is no JSON', 'malformed', withData({ post: '{' })],
    ['a post that is nested without end', 'malformed', withData({ post: '['.repeat(1_000_000) })],
    ['a post too large to be one', 'oversized', withData({ post: ' '.repeat(8 * 1024 * 1024 + 1) })],
    ['another event', 'malformed', { ...posted(), event: 'post_edited' }],
    ['an event for another channel', 'not_direct', { ...posted(), broadcast: { channel_id: otherId } }],
    ['an event for nobody', 'not_direct', { ...posted(), broadcast: null }],
  ])('R67 drops %s: %s', ([, reason, event]) => {
    expect(judge(event)).toBe(reason)
  })
})

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Mutation = (event: { [key: string]: Json }, post: { [key: string]: Json }) => void
const anything = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>
const other = (value: Json): fc.Arbitrary<Json> => anything.filter((json) => JSON.stringify(json) !== JSON.stringify(value))

/** Sets one field to something else, or takes it away. */
const spoil = (place: 'event' | 'data' | 'broadcast' | 'post', field: string, values: fc.Arbitrary<Json | undefined>) =>
  values.map((value): Mutation => (event, post) => {
    const target = place === 'post' ? post : place === 'event' ? event : event[place]
    if (typeof target !== 'object' || target === null || Array.isArray(target)) return
    if (value === undefined) delete target[field]
    else target[field] = value
  })

const orAbsent = (values: fc.Arbitrary<Json>) => fc.option(values, { nil: undefined })
const notText = anything.filter((json) => typeof json !== 'string')
const marks = ['from_webhook', 'from_bot', 'from_plugin', 'from_oauth_app', 'override_username', 'wrangler']

/** Each of these alone must keep an event out. */
const lethal = fc.oneof(
  spoil('event', 'event', orAbsent(other('posted'))),
  spoil('event', 'data', orAbsent(anything)),
  spoil('event', 'broadcast', orAbsent(anything)),
  spoil('data', 'channel_type', orAbsent(other('D'))),
  spoil('data', 'channel_name', orAbsent(anything)),
  spoil('data', 'team_id', orAbsent(other(''))),
  spoil('broadcast', 'channel_id', orAbsent(other(channelId))),
  spoil('post', 'id', orAbsent(anything)),
  spoil('post', 'user_id', orAbsent(fc.oneof(anything, fc.constantFrom<Json>(botId, otherId)))),
  spoil('post', 'channel_id', orAbsent(other(channelId))),
  spoil('post', 'root_id', orAbsent(other(''))),
  spoil('post', 'type', orAbsent(fc.oneof(other(''), fc.constantFrom<Json>('system_generic', 'reminder', 'burn_on_read')))),
  spoil('post', 'message', orAbsent(notText)),
  spoil('post', 'delete_at', orAbsent(other(0))),
  spoil('post', 'original_id', orAbsent(other(''))),
  spoil('post', 'create_at', orAbsent(anything.filter((json) => !Number.isSafeInteger(json) || (json as number) <= 0))),
  spoil(
    'post',
    'remote_id',
    other('').filter((json) => json !== null),
  ),
  spoil('post', 'props', orAbsent(anything.filter((json) => typeof json !== 'object' || json === null || Array.isArray(json)))),
  fc.tuple(fc.constantFrom(...marks), anything).map(([mark, value]): Mutation => (_, post) => {
    post['props'] = { [mark]: value }
  }),
)
/** None of these makes a text of a person anything else. */
const harmless = fc.oneof(
  spoil('data', 'sender_name', orAbsent(anything)),
  spoil('data', 'mentions', orAbsent(anything)),
  spoil('data', 'channel_display_name', orAbsent(anything)),
  spoil('event', 'seq', orAbsent(anything)),
  spoil('post', 'pending_post_id', orAbsent(anything)),
  spoil('post', 'metadata', orAbsent(anything)),
  spoil('post', 'message', fc.string()),
  spoil('post', 'participants', orAbsent(anything)),
)

function mutated(mutations: readonly Mutation[]): unknown {
  const event = JSON.parse(JSON.stringify(posted())) as { [key: string]: Json }
  const post = JSON.parse(posted().data.post) as { [key: string]: Json }
  const { data } = event
  for (const mutate of mutations) mutate(event, post)
  // An event without its data has no place for a post.
  if (event['data'] === data) (data as { [key: string]: Json })['post'] = JSON.stringify(post)
  return JSON.parse(JSON.stringify(event))
}

describe('R67 with 10,000 mutated events', () => {
  it('passes none that is spoiled in any one place, however it is changed besides', () => {
    fc.assert(
      fc.property(fc.array(harmless, { maxLength: 5 }), lethal, (others, fault) => {
        expect(judge(mutated([...others, fault]))).not.toBe('passed')
      }),
      { numRuns: 6_000 },
    )
  })

  it('passes every one that is changed where it does not matter', () => {
    fc.assert(
      fc.property(fc.array(harmless, { maxLength: 5 }), (mutations) => {
        expect(judge(mutated(mutations))).toBe('passed')
      }),
      { numRuns: 1_000 },
    )
  })

  it('passes no post whose JSON is damaged, and survives every one', () => {
    const { post } = posted().data
    const damage = fc.record({ at: fc.nat(post.length), cut: fc.nat(40), text: fc.string({ maxLength: 20 }) })
    fc.assert(
      fc.property(damage, ({ at, cut, text }) => {
        const damaged = post.slice(0, at) + text + post.slice(at + cut)
        const passed = judge(withData({ post: damaged })) === 'passed'
        // Damage may leave a whole post by the same author in the same channel, such as one with another text.
        expect(JSON.parse(passed ? damaged : post)).toMatchObject({
          user_id: authorId,
          channel_id: channelId,
          type: '',
          delete_at: 0,
        })
      }),
      { numRuns: 2_000 },
    )
  })

  it('survives everything that is no event', () => {
    fc.assert(
      fc.property(anything, (event) => {
        expect(judge(event)).not.toBe('passed')
      }),
      { numRuns: 1_000 },
    )
  })
})
