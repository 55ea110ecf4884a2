import {
  botMessengerChannelId,
  botMessengerPostId,
  err,
  ok,
  type ChatMessage,
  type DroppedEvent,
  type DropReason,
  type Result,
} from '@ken/core/ports'
import { fieldsOf, type Fields } from '@ken/outbound'

/** A private chat, and when its person blocked the bot there. */
export type Blocking = { readonly channelId: string; readonly at: Date }

/** The longest text that a person can send, in UTF-16 units. */
const textLengthMax = 4_096
/** Ids of people and chats have at most 52 significant bits. */
const idMax = 2 ** 52
const datesMax = 8.64e12

/** Fields that mark what a person did not write to the bot here and now. The presence of one is enough. */
const markers: { readonly [field: string]: DropReason } = {
  via_bot: 'bot',
  sender_business_bot: 'external',
  business_connection_id: 'external',
  forward_origin: 'forwarded',
  // Instead of the origin, of servers before version 7.0 of the API.
  forward_date: 'forwarded',
  is_automatic_forward: 'forwarded',
  guest_query_id: 'guest',
  guest_bot_caller_user: 'guest',
  guest_bot_caller_chat: 'guest',
  sender_chat: 'overridden',
  direct_messages_topic: 'special_type',
  // Scheduled, or an automatic reply.
  is_from_offline: 'special_type',
  ephemeral_message_id: 'special_type',
  receiver_user: 'special_type',
  edit_date: 'edited',
}

/** A message that has none of these and no text says what happened in the chat. */
const contents: readonly string[] = [
  'animation',
  'audio',
  'checklist',
  'contact',
  'dice',
  'document',
  'game',
  'location',
  'paid_media',
  'photo',
  'poll',
  'rich_message',
  'sticker',
  'story',
  'venue',
  'video',
  'video_note',
  'voice',
]

/**
 * Reads an update of the Bot API, which may be any JSON value. Accepts only what it proves: a message of a person to this
 * bot, in the private chat of the two. Drops every other message with a reason; null for an update without a message.
 */
export function provenMessage(
  update: unknown,
  botId: string,
): Result<ChatMessage, DroppedEvent> | null {
  const { message, edited_message: edited, update_id: id, ...others } = fieldsOf(update)
  if (message === undefined && edited === undefined && isNumber(id) && Object.keys(others)[0])
    return null
  const fields = fieldsOf(message ?? edited)
  const proven =
    message === undefined
      ? err(edited === undefined ? 'malformed' : 'edited')
      : prove(fields, botId)
  if (proven.ok) return proven
  return err({ reason: proven.error, post: droppedPostOf(fields, botId) })
}

function prove(message: Fields, botId: string): Result<ChatMessage, DropReason> {
  const { message_id: messageId, date, text, caption = '', reply_to_message: repliedTo } = message
  const { chat, from } = { chat: fieldsOf(message['chat']), from: fieldsOf(message['from']) }
  if (typeof chat['type'] !== 'string' || !isId(messageId) || !isDate(date)) return err('malformed')
  if (chat['type'] !== 'private') return err('not_direct')
  if (!isId(chat['id']) || !isId(from['id'])) return err('malformed')
  if (String(from['id']) === botId) return err('own')
  if (from['is_bot'] !== false) return err('bot')
  if (from['id'] !== chat['id']) return err('not_direct')
  const marker = Object.keys(markers).find((field) => Object.hasOwn(message, field))
  if (marker !== undefined) return err(markers[marker] ?? 'malformed')
  const written = text === undefined ? caption : text
  if (typeof written !== 'string') return err('malformed')
  if (text === undefined && !contents.some((field) => Object.hasOwn(message, field)))
    return err('system')
  if (written.length > textLengthMax) return err('oversized')
  const place = { botId, chatId: chat['id'] }
  const topic = message['is_topic_message'] === true ? message['message_thread_id'] : undefined
  if (topic !== undefined && !isId(topic)) return err('malformed')
  const repliesTo = repliedMessageId(repliedTo, chat['id'])
  return ok({
    postId: botMessengerPostId({ ...place, messageId }),
    channelId: botMessengerChannelId(place),
    rootId: topic === undefined ? null : botMessengerPostId({ ...place, messageId: topic }),
    ...(topic !== undefined && { isTopic: true }),
    repliesTo: repliesTo === null ? null : botMessengerPostId({ ...place, messageId: repliesTo }),
    authorId: String(from['id']),
    text: written,
    ...(text === undefined && { isCaption: true }),
    postedAt: new Date(date * 1_000),
  })
}

/** Null for a reply to nothing, or to a message of another chat. */
function repliedMessageId(repliedTo: unknown, chatId: number): number | null {
  const { message_id: id, chat } = fieldsOf(repliedTo)
  return isId(id) && fieldsOf(chat)['id'] === chatId ? id : null
}

/** Null when the message has no id or time. */
function droppedPostOf({ message_id: messageId, date, chat }: Fields, botId: string) {
  const { id: chatId } = fieldsOf(chat)
  if (!isId(messageId) || !isDate(date) || !isNumber(chatId)) return null
  return {
    postId: botMessengerPostId({ botId, chatId, messageId }),
    postedAt: new Date(date * 1_000),
  }
}

/** The private chat whose person has just blocked the bot; null for every other update. */
export function blockedBy(update: unknown, botId: string): Blocking | null {
  const { chat, from, date, new_chat_member: member } = fieldsOf(fieldsOf(update)['my_chat_member'])
  const { id: chatId, type } = fieldsOf(chat)
  const { status, user } = fieldsOf(member)
  return type === 'private' &&
    isId(chatId) &&
    fieldsOf(from)['id'] === chatId &&
    status === 'kicked' &&
    String(fieldsOf(user)['id']) === botId &&
    isDate(date)
    ? { channelId: botMessengerChannelId({ botId, chatId }), at: new Date(date * 1_000) }
    : null
}

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value)
const isId = (value: unknown): value is number => isNumber(value) && value > 0 && value < idMax
const isDate = (value: unknown): value is number => isNumber(value) && value > 0 && value < datesMax
