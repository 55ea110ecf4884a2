import {
  err,
  ok,
  parsePostId,
  postCodePointsMax,
  type ChatMessage,
  type DroppedEvent,
  type DroppedPost,
  type DropReason,
  type Result,
} from '@ken/core/ports'
import { fieldsOf, isRecord, parseJson, type Fields } from '@ken/outbound'

/** A frame is no larger; a valid post with all its props comes close. */
const postJsonLengthMax = 8 * 1024 * 1024
const postIdLengthMax = 64
const idForm = /^[a-z0-9]{26}$/

/** Props that servers add to a post that its author did not write as a person. The presence of one is enough. */
const botMarkers: { readonly [prop: string]: DropReason } = {
  from_webhook: 'webhook',
  from_bot: 'bot',
  from_plugin: 'plugin',
  from_oauth_app: 'oauth_app',
  override_username: 'overridden',
  override_icon_url: 'overridden',
  override_icon_emoji: 'overridden',
  webhook_display_name: 'webhook',
  wrangler: 'moved',
}

/**
 * Reads a `posted` event of the v4 API, which may be any JSON value. Accepts only what the event proves: a text of a
 * person to this bot, in the direct channel of the two. Everything else is dropped with a reason.
 */
export function parseDirectMessage(
  event: unknown,
  botId: string,
): Result<ChatMessage, DroppedEvent> {
  const { channel_type: channelType, post: json } = fieldsOf(fieldsOf(event)['data'])
  const post =
    channelType === 'D' && typeof json === 'string' && json.length <= postJsonLengthMax
      ? fieldsOf(parseJson(json))
      : null
  const proven = provenMessage(event, post, botId)
  if (proven.ok) return proven
  return err({ reason: proven.error, post: post === null ? null : droppedPostOf(post) })
}

/** `post` is null for other channels, and for one that is too long. */
function provenMessage(
  event: unknown,
  post: Fields | null,
  botId: string,
): Result<ChatMessage, DropReason> {
  const { event: name, data, broadcast } = fieldsOf(event)
  const {
    channel_type: channelType,
    channel_name: channelName,
    team_id: teamId,
    post: json,
  } = fieldsOf(data)
  if (name !== 'posted' || typeof json !== 'string' || typeof channelType !== 'string')
    return err('malformed')
  if (channelType !== 'D') return err('not_direct')
  if (post === null) return err('oversized')
  const read = readPost(post)
  if (!read.ok) return read
  const { props, ...message } = read.value

  const isTheirChannel =
    channelName === [message.authorId, botId].toSorted().join('__') && teamId === ''
  if (message.authorId === botId) return err('own')
  const marker = Object.keys(botMarkers).find((prop) => Object.hasOwn(props, prop))
  if (marker !== undefined) return err(botMarkers[marker] ?? 'bot')
  if (!isTheirChannel || fieldsOf(broadcast)['channel_id'] !== message.channelId)
    return err('not_direct')
  if (isLongerThan(message.text, postCodePointsMax)) return err('oversized')
  return ok(message)
}

/** Null when the post has no id or time. */
function droppedPostOf({ id: postId, create_at: at }: Fields): DroppedPost | null {
  if (typeof postId !== 'string' || postId === '' || postId.length > postIdLengthMax || !isTime(at))
    return null
  return { postId, postedAt: new Date(at) }
}

/** A post without a special type that was written on this server and is not deleted. */
function readPost(post: Fields): Result<ChatMessage & { readonly props: Fields }, DropReason> {
  const {
    type,
    message: text,
    user_id: authorId,
    channel_id: channelId,
    root_id: root,
    props,
    create_at: at,
    edit_at: editedAt,
    file_ids: files,
  } = post
  const postId = typeof post['id'] === 'string' ? parsePostId(post['id']) : null
  const rootId = root === '' ? postId : typeof root === 'string' ? parsePostId(root) : null
  if (postId === null || rootId === null || !isId(authorId) || !isId(channelId))
    return err('malformed')
  if (typeof text !== 'string' || typeof type !== 'string' || !isRecord(props) || !isTime(at))
    return err('malformed')
  if (type.startsWith('system_')) return err('system')
  if (type !== '') return err('special_type')
  if (![undefined, null, ''].some((none) => none === post['remote_id'])) return err('remote')
  if (typeof post['original_id'] !== 'string' || typeof post['delete_at'] !== 'number')
    return err('malformed')
  if (post['original_id'] !== '' || post['delete_at'] !== 0) return err('deleted')
  const flags = {
    ...(Array.isArray(files) && files.length > 0 && { isCaption: true as const }),
    ...(typeof editedAt === 'number' && editedAt !== 0 && { isEdited: true as const }),
  }
  const message = { postId, channelId, rootId, repliesTo: null, authorId, text, ...flags }
  return ok({ ...message, postedAt: new Date(at), props })
}

const isId = (value: unknown): value is string => typeof value === 'string' && idForm.test(value)

const isTime = (value: unknown): value is number =>
  typeof value === 'number' &&
  Number.isSafeInteger(value) &&
  value > 0 &&
  !Number.isNaN(new Date(value).getTime())

const isLongerThan = (text: string, codePointsMax: number): boolean =>
  text.length > codePointsMax &&
  (text.length > 2 * codePointsMax || Array.from(text).length > codePointsMax)
