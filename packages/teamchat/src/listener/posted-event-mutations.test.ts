import * as fc from 'fast-check'
import { newChatPostId } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { aPostedEvent } from '../testing/posted-events.ts'
import { parseDirectMessage } from './posted-event.ts'

const [botId, authorId, channelId, otherId] = [
  newChatPostId(),
  newChatPostId(),
  newChatPostId(),
  newChatPostId(),
]
const posted = () => aPostedEvent({ botId, authorId, channelId })
const isAccepted = (event: unknown): boolean => parseDirectMessage(event, botId).ok

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Mutation = (event: { [key: string]: Json }, post: { [key: string]: Json }) => void
const anything = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>
const other = (value: Json): fc.Arbitrary<Json> =>
  anything.filter((json) => JSON.stringify(json) !== JSON.stringify(value))

/** Sets one field to another value, or removes it. */
const spoil = (
  place: 'event' | 'data' | 'broadcast' | 'post',
  field: string,
  values: fc.Arbitrary<Json | undefined>,
) =>
  values.map((value): Mutation => (event, post) => {
    const target = place === 'post' ? post : place === 'event' ? event : event[place]
    if (typeof target !== 'object' || target === null || Array.isArray(target)) return
    if (value === undefined) delete target[field]
    else target[field] = value
  })

const orAbsent = (values: fc.Arbitrary<Json>) => fc.option(values, { nil: undefined })
const notText = anything.filter((json) => typeof json !== 'string')
const markers = [
  'from_webhook',
  'from_bot',
  'from_plugin',
  'from_oauth_app',
  'override_username',
  'wrangler',
]

/** Each of these alone must cause an event to be dropped. */
const fatal = fc.oneof(
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
  spoil(
    'post',
    'type',
    orAbsent(
      fc.oneof(other(''), fc.constantFrom<Json>('system_generic', 'reminder', 'burn_on_read')),
    ),
  ),
  spoil('post', 'message', orAbsent(notText)),
  spoil('post', 'delete_at', orAbsent(other(0))),
  spoil('post', 'original_id', orAbsent(other(''))),
  spoil(
    'post',
    'create_at',
    orAbsent(anything.filter((json) => !Number.isSafeInteger(json) || (json as number) <= 0)),
  ),
  spoil(
    'post',
    'remote_id',
    other('').filter((json) => json !== null),
  ),
  spoil(
    'post',
    'props',
    orAbsent(
      anything.filter((json) => typeof json !== 'object' || json === null || Array.isArray(json)),
    ),
  ),
  fc.tuple(fc.constantFrom(...markers), anything).map(([marker, value]): Mutation => (_, post) => {
    post['props'] = { [marker]: value }
  }),
)
/** None of these changes what a text of a person is. */
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
  it('accepts none with one fatal change, with any harmless changes', () => {
    fc.assert(
      fc.property(fc.array(harmless, { maxLength: 5 }), fatal, (others, fault) => {
        expect(isAccepted(mutated([...others, fault]))).toBe(false)
      }),
      { numRuns: 6_000 },
    )
  })

  it('accepts every one with only harmless changes', () => {
    fc.assert(
      fc.property(fc.array(harmless, { maxLength: 5 }), (mutations) => {
        expect(isAccepted(mutated(mutations))).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  it('accepts no post whose JSON is damaged, and never throws', () => {
    const { post } = posted().data
    const damage = fc.record({
      at: fc.nat(post.length),
      cut: fc.nat(40),
      text: fc.string({ maxLength: 20 }),
    })
    fc.assert(
      fc.property(damage, ({ at, cut, text }) => {
        const damaged = post.slice(0, at) + text + post.slice(at + cut)
        const event = posted()
        const passed = isAccepted({ ...event, data: { ...event.data, post: damaged } })
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

  it('accepts no other JSON, and never throws', () => {
    fc.assert(
      fc.property(anything, (event) => {
        expect(isAccepted(event)).toBe(false)
      }),
      { numRuns: 1_000 },
    )
  })
})
