import {
  absentOr,
  anyJson,
  messageProofContract,
  otherThan,
  spoil,
  type Fields,
} from '@ken/core/contracts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockedBy, provenMessage } from './proven-message.ts'

const botId = '7000000001'
const ana = 5_000_000_001

const anUpdate = (fields: Fields = {}) => ({
  update_id: 100_001,
  message: {
    message_id: 17,
    from: { id: ana, is_bot: false, first_name: 'Ana', language_code: 'en' },
    chat: { id: ana, type: 'private', first_name: 'Ana' },
    date: 1_763_600_000,
    text: 'Where is the printer?',
    ...fields,
  },
})
const reasonOf = (update: unknown) => {
  const event = provenMessage(update, botId)
  return event === null || event.ok ? event : event.error.reason
}

describe('provenMessage', () => {
  it('accepts what a person writes to the bot', () => {
    expect(provenMessage(anUpdate(), botId)).toEqual({
      ok: true,
      value: {
        postId: `bot_messenger:${botId}:${ana}:17`,
        channelId: `${botId}:${ana}`,
        rootId: null,
        repliesTo: null,
        authorId: String(ana),
        text: 'Where is the printer?',
        postedAt: new Date(1_763_600_000_000),
      },
    })
  })

  it('knows what a message replies to, in the same chat alone, and its topic', () => {
    const chat = { id: ana, type: 'private' }
    const reply = (fields: Fields) => provenMessage(anUpdate(fields), botId)
    expect(reply({ reply_to_message: { message_id: 5, chat } })).toMatchObject({
      value: { repliesTo: `bot_messenger:${botId}:${ana}:5`, rootId: null },
    })
    const elsewhere = { message_id: 5, chat: { ...chat, id: ana + 1 } }
    expect(reply({ reply_to_message: elsewhere })).toMatchObject({ value: { repliesTo: null } })
    expect(reply({ is_topic_message: true, message_thread_id: 9 })).toMatchObject({
      value: { rootId: `bot_messenger:${botId}:${ana}:9`, isTopic: true },
    })
    expect(reply({ message_thread_id: 9 })).not.toHaveProperty('value.isTopic')
  })

  it('R224 reads the text of a file as its caption, and none of one without', () => {
    const { text: _, ...message } = anUpdate().message
    const withFile = (fields: Fields) =>
      provenMessage({ update_id: 1, message: { ...message, photo: [], ...fields } }, botId)
    expect(withFile({ caption: 'this one' })).toMatchObject({
      value: { text: 'this one', isCaption: true },
    })
    expect(withFile({})).toMatchObject({ value: { text: '' } })
    expect(withFile({ text: 'a text' })).not.toHaveProperty('value.isCaption')
  })

  it.for<readonly [Fields, string]>([
    [{ chat: { id: -100_123, type: 'supergroup' } }, 'not_direct'],
    [{ chat: { id: ana + 1, type: 'private' } }, 'not_direct'],
    [{ from: { id: ana, is_bot: true } }, 'bot'],
    [{ from: { id: Number(botId), is_bot: true } }, 'own'],
    [{ via_bot: { id: 1, is_bot: true } }, 'bot'],
    [{ sender_business_bot: {} }, 'external'],
    [{ business_connection_id: 'x' }, 'external'],
    [{ forward_origin: { type: 'user' } }, 'forwarded'],
    [{ forward_date: 1_763_500_000 }, 'forwarded'],
    [{ is_automatic_forward: true }, 'forwarded'],
    [{ is_from_offline: true }, 'special_type'],
    [{ guest_query_id: 'x' }, 'guest'],
    [{ sender_chat: {} }, 'overridden'],
    [{ ephemeral_message_id: 1 }, 'special_type'],
    [{ edit_date: 1 }, 'edited'],
    [{ text: 'x'.repeat(4_097) }, 'oversized'],
    [{ text: 7 }, 'malformed'],
    [{ message_id: 0 }, 'malformed'],
    [{ message_id: 1.5 }, 'malformed'],
    [{ date: 1e15 }, 'malformed'],
  ])('R218 drops %j', ([fields, reason]) => {
    expect(reasonOf(anUpdate(fields))).toBe(reason)
  })

  it('R218 drops edits and what happened in the chat, and takes other updates for no message', () => {
    const { text: _, ...message } = anUpdate().message
    expect(reasonOf({ update_id: 1, edited_message: message })).toBe('edited')
    expect(reasonOf({ update_id: 1, message: { ...message, pinned_message: {} } })).toBe('system')
    expect(provenMessage({ update_id: 1, my_chat_member: {} }, botId)).toBeNull()
    expect(provenMessage({ update_id: 1, business_message: message }, botId)).toBeNull()
  })

  it('names the post of a dropped message, so that it counts once', () => {
    expect(provenMessage(anUpdate({ forward_origin: {} }), botId)).toMatchObject({
      error: { post: { postId: `bot_messenger:${botId}:${ana}:17` } },
    })
    expect(provenMessage(anUpdate({ message_id: 'x' }), botId)).toMatchObject({
      error: { post: null },
    })
  })
})

const isAccepted = (update: unknown): boolean => provenMessage(update, botId)?.ok === true
const noId = anyJson.filter((json) => !Number.isSafeInteger(json) || (json as number) <= 0)
const marks = [
  'via_bot',
  'sender_business_bot',
  'business_connection_id',
  'forward_origin',
  'forward_date',
  'is_from_offline',
  'is_automatic_forward',
  'guest_query_id',
  'sender_chat',
  'edit_date',
]

/** Each of these alone must cause a message to be dropped. */
const fatal = fc.oneof(
  spoil(['message'], absentOr(anyJson)),
  spoil(['message', 'message_id'], absentOr(noId)),
  spoil(['message', 'date'], absentOr(noId)),
  spoil(['message', 'chat'], absentOr(anyJson)),
  spoil(['message', 'chat', 'id'], absentOr(otherThan(ana))),
  spoil(['message', 'chat', 'type'], absentOr(otherThan('private'))),
  spoil(['message', 'from'], absentOr(anyJson)),
  spoil(['message', 'from', 'id'], absentOr(otherThan(ana))),
  spoil(['message', 'from', 'is_bot'], absentOr(otherThan(false))),
  spoil(['message', 'text'], absentOr(anyJson.filter((json) => typeof json !== 'string'))),
  fc.constantFrom(...marks).chain((mark) => spoil(['message', mark], anyJson)),
)
/** None of these changes what a message of a person is. */
const harmless = fc.oneof(
  spoil(['update_id'], absentOr(anyJson)),
  spoil(['message', 'from', 'first_name'], absentOr(anyJson)),
  spoil(['message', 'chat', 'username'], absentOr(anyJson)),
  spoil(['message', 'entities'], absentOr(anyJson)),
  spoil(['message', 'reply_to_message'], absentOr(anyJson)),
  spoil(['message', 'text'], fc.string()),
  spoil(['message', 'quote'], absentOr(anyJson)),
)
messageProofContract('Telegram', {
  anEvent: anUpdate,
  anEventWith: (message) => ({ update_id: 1, message }),
  isAccepted,
  fatal,
  harmless,
})

it('R218 finds no block in other JSON, and never throws', () => {
  fc.assert(
    fc.property(anyJson, (update) => {
      expect(blockedBy(update, botId)).toBeNull()
      expect(blockedBy({ update_id: 1, my_chat_member: update }, botId)).toBeNull()
    }),
    { numRuns: 2_000 },
  )
})
