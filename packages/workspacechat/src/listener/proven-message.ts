import {
  err,
  inWorkspace,
  ok,
  workspaceChatPostId,
  type ChatMessage,
  type DroppedEvent,
  type DropReason,
  type Result,
  type WorkspaceChatBot,
} from '@ken/core/ports'
import { fieldsOf, type Fields } from '@ken/outbound'
import { plainText } from './plain-text.ts'

/** The bot that events are for. */
export type AddressedBot = Pick<WorkspaceChatBot, 'appId' | 'botId' | 'workspaceId'>

/** The longest text that the platform keeps, in UTF-16 units. */
export const textLengthMax = 40_000
const tsForm = /^\d{10}\.\d{6}$/

/** Kinds of messages that a person writes: beside files, and in a thread but shown in the conversation as well. */
const written: readonly unknown[] = [undefined, 'file_share', 'thread_broadcast']

/** Kinds of messages that a person did not write here and now; each other kind is `special_type`. */
const subtypes: { readonly [subtype: string]: DropReason } = {
  bot_message: 'bot',
  message_changed: 'edited',
  message_deleted: 'deleted',
}

/** Fields that mark what a person did not write to the bot here and now. The presence of one is enough. */
const markers: { readonly [field: string]: DropReason } = {
  bot_id: 'bot',
  bot_profile: 'bot',
  app_id: 'bot',
  hidden: 'special_type',
}

/** Fields that are looked at, beside the markers, files and edits. */
const textFields = [
  'type',
  'user',
  'subtype',
  'text',
  'ts',
  'thread_ts',
  'user_team',
  'source_team',
]

/** As much of a message as proves it, without blocks, attachments and files, which may be large. */
export const provableFields = (message: Fields): Fields =>
  Object.fromEntries([
    ...textFields
      .filter((field) => message[field] !== undefined)
      .map((field) => [field, typeof message[field] === 'string' ? message[field] : null]),
    ...[...Object.keys(markers), 'files']
      .filter((field) => Object.hasOwn(message, field))
      .map((field) => [field, true]),
    ...(isEdited(message) ? [['edited', { user: editorOf(message) }]] : []),
  ])

/**
 * Reads what the platform sends for an event, which may be any JSON value. Accepts only what it proves: a message of a member
 * of the bot's workspace or organization to this app, in the direct channel of the two. Drops every other message with a
 * reason; null for an event that is no message.
 */
export function provenMessage(
  payload: unknown,
  bot: AddressedBot,
): Result<ChatMessage, DroppedEvent> | null {
  const { type, event } = fieldsOf(payload)
  const fields = fieldsOf(event)
  const { type: name } = fields
  if (type === 'event_callback' && typeof name === 'string' && name !== 'message') return null
  const proven = prove(fieldsOf(payload), fields, bot)
  if (proven.ok) return proven
  return err({ reason: proven.error, post: droppedPostOf(fields, bot) })
}

function prove(
  payload: Fields,
  message: Fields,
  bot: AddressedBot,
): Result<ChatMessage, DropReason> {
  const { user, subtype, text, ts, channel, files, thread_ts: threadTs } = message
  if (payload['type'] !== 'event_callback' || message['type'] !== 'message') return err('malformed')
  if (!isForBot(payload, bot)) return err('external')
  if (message['channel_type'] !== 'im') return err('not_direct')
  if (!isChannel(channel) || !isTs(ts)) return err('malformed')
  if (isOwn(user, bot)) return err('own')
  if (!written.includes(subtype))
    return err(typeof subtype === 'string' ? reasonOf(subtypes, subtype) : 'malformed')
  const marker = Object.keys(markers).find((field) => Object.hasOwn(message, field))
  if (marker !== undefined) return err(reasonOf(markers, marker))
  if (!isUser(user)) return err('malformed')
  // Only when it is read back: an edit of a message that was received is an event of another kind.
  if (isEdited(message) && editorOf(message) !== user) return err('edited')
  if (isForeign(payload, message, bot)) return err('external')
  const rootTs = threadTs === undefined && subtype !== 'thread_broadcast' ? ts : threadTs
  if (!isTs(rootTs)) return err('malformed')
  if (typeof text !== 'string') return err('malformed')
  if (text.length > textLengthMax) return err('oversized')
  const { workspaceId } = bot
  const idOf = (of: string) => workspaceChatPostId({ workspaceId, channelId: channel, ts: of })
  return ok({
    postId: idOf(ts),
    channelId: inWorkspace(workspaceId, channel),
    rootId: idOf(rootTs),
    repliesTo: null,
    authorId: inWorkspace(workspaceId, user),
    text: plainText(text),
    ...((subtype === 'file_share' || files !== undefined) && { isCaption: true }),
    ...(isEdited(message) && { isEdited: true }),
    postedAt: dateOf(ts),
  })
}

const isEdited = (message: Fields): boolean => Object.hasOwn(message, 'edited')

/** Who has edited a message last; null if that is unknown. */
function editorOf({ edited }: Fields): string | null {
  const { user } = fieldsOf(edited)
  return typeof user === 'string' ? user : null
}

/** Installed for an organization, the app gets events of all its workspaces. */
export const isOrganization = ({ workspaceId }: Pick<AddressedBot, 'workspaceId'>): boolean =>
  workspaceId.startsWith('E')

/** Whether it is for the app of the bot, in its workspace or organization. */
export const isForBot = (payload: Fields, bot: AddressedBot): boolean =>
  payload['api_app_id'] === bot.appId &&
  payload[isOrganization(bot) ? 'enterprise_id' : 'team_id'] === bot.workspaceId

/** Whether the author or the channel may be of another organization. */
export function isForeign(payload: Fields, message: Fields, bot: AddressedBot): boolean {
  const ours = [undefined, bot.workspaceId, ...(isOrganization(bot) ? [payload['team_id']] : [])]
  // A form has texts only.
  const isShared = ![undefined, false, 'false'].includes(
    payload['is_ext_shared_channel'] as undefined,
  ) // Any value.
  return isShared || !ours.includes(message['user_team']) || !ours.includes(message['source_team'])
}

export const isOwn = (user: unknown, { botId, workspaceId }: AddressedBot): boolean =>
  typeof user === 'string' && inWorkspace(workspaceId, user) === botId

const reasonOf = (reasons: { readonly [name: string]: DropReason }, name: string): DropReason =>
  (Object.hasOwn(reasons, name) ? reasons[name] : undefined) ?? 'special_type'

/** Null when it is in no direct channel, or has no time. */
function droppedPostOf({ channel, ts }: Fields, { workspaceId }: AddressedBot) {
  if (!isChannel(channel) || !isTs(ts)) return null
  return {
    postId: workspaceChatPostId({ workspaceId, channelId: channel, ts }),
    postedAt: dateOf(ts),
  }
}

export const isUser = (value: unknown): value is string =>
  typeof value === 'string' && /^[UW][A-Z0-9]{1,31}$/.test(value)
export const isChannel = (value: unknown): value is string =>
  typeof value === 'string' && /^D[A-Z0-9]{1,31}$/.test(value)
export const isTs = (value: unknown): value is string =>
  typeof value === 'string' && tsForm.test(value)
/** Of a time with microseconds, the milliseconds. */
export const dateOf = (ts: string): Date => new Date(Number(ts.replace('.', '').slice(0, 13)))
