import { err, ok, type Result } from '../model/result.ts'
import { postCodePointsMax } from '../model/team-chat/answer-parts.ts'
import type { DirectMessage, DropReason, DroppedPost } from '../model/team-chat/direct-message.ts'
import { parsePostId } from '../model/team-chat/post-id.ts'

/** A frame holds no more; a lawful post with all its props comes near. */
const postJsonLengthMax = 8 * 1024 * 1024
const idForm = /^[a-z0-9]{26}$/

/** What servers write into a post that its author did not write as a person. The presence of one is enough. */
const marks: { readonly [prop: string]: DropReason } = {
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

type Fields = { readonly [name: string]: unknown }

/**
 * Reads a `posted` event of the v4 API, whatever it is, and passes only what it can prove: a text of a person to this
 * bot, in the direct channel of the two (R67). Everything else is dropped with a reason to be counted.
 */
export function provenDirectMessage(event: unknown, botId: string): Result<DirectMessage, DropReason> {
  const { event: name, data, broadcast } = fieldsOf(event)
  const { channel_type: channelType, channel_name: channelName, team_id: teamId, post: json } = fieldsOf(data)
  if (name !== 'posted' || typeof json !== 'string' || typeof channelType !== 'string') return err('malformed')
  if (channelType !== 'D') return err('not_direct')
  if (json.length > postJsonLengthMax) return err('oversized')
  const read = readPost(json)
  if (!read.ok) return read
  const { props, ...message } = read.value

  const isTheirChannel = channelName === [message.authorId, botId].toSorted().join('__') && teamId === ''
  if (message.authorId === botId) return err('own')
  const mark = Object.keys(marks).find((prop) => Object.hasOwn(props, prop))
  if (mark !== undefined) return err(marks[mark] ?? 'bot')
  if (!isTheirChannel || fieldsOf(broadcast)['channel_id'] !== message.channelId) return err('not_direct')
  if (isLongerThan(message.text, postCodePointsMax)) return err('oversized')
  return ok(message)
}

const postIdLengthMax = 64

/** The post of a dropped event of a direct channel; null when it has no id or time, and for other channels, which are never read back. */
export function droppedPostOf(event: unknown): DroppedPost | null {
  const { channel_type: channelType, post: json } = fieldsOf(fieldsOf(event)['data'])
  if (channelType !== 'D' || typeof json !== 'string' || json.length > postJsonLengthMax) return null
  const { id: postId, create_at: at } = fieldsOf(parseJson(json))
  if (typeof postId !== 'string' || postId === '' || postId.length > postIdLengthMax || !isTime(at)) return null
  return { postId, postedAt: new Date(at) }
}

/** A living post of no special type that was written on this server. */
function readPost(json: string): Result<DirectMessage & { readonly props: Fields }, DropReason> {
  const post = fieldsOf(parseJson(json))
  const { type, message: text, user_id: authorId, channel_id: channelId, root_id: root, props, create_at: at } = post
  const postId = typeof post['id'] === 'string' ? parsePostId(post['id']) : null
  const rootId = root === '' ? postId : typeof root === 'string' ? parsePostId(root) : null
  if (postId === null || rootId === null || !isId(authorId) || !isId(channelId)) return err('malformed')
  if (typeof text !== 'string' || typeof type !== 'string' || !isRecord(props) || !isTime(at)) return err('malformed')
  if (type.startsWith('system_')) return err('system')
  if (type !== '') return err('special_type')
  if (![undefined, null, ''].some((none) => none === post['remote_id'])) return err('remote')
  if (typeof post['original_id'] !== 'string' || typeof post['delete_at'] !== 'number') return err('malformed')
  if (post['original_id'] !== '' || post['delete_at'] !== 0) return err('deleted')
  return ok({ postId, channelId, rootId, authorId, text, postedAt: new Date(at), props })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What an object has of its own; nothing of anything else. */
const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {})

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

const isId = (value: unknown): value is string => typeof value === 'string' && idForm.test(value)

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && !Number.isNaN(new Date(value).getTime())

const isLongerThan = (text: string, codePointsMax: number): boolean =>
  text.length > codePointsMax && (text.length > 2 * codePointsMax || Array.from(text).length > codePointsMax)
