import {
  err,
  inWorkspace,
  ok,
  workspaceChatCommandId,
  type ChatMessage,
  type DropReason,
  type Result,
} from '@ken/core/ports'
import { fieldsOf } from '@ken/outbound'
import { plainText } from './plain-text.ts'
import {
  isForBot,
  isForeign,
  isOwn,
  isUser,
  textLengthMax,
  type AddressedBot,
} from './proven-message.ts'

/** What a person typed as a command. */
export type ProvenCommand = {
  /** The platform's own id of the person. */
  readonly user: string
  /** As a message, but for the direct channel that it is answered in, and the time: the platform names neither. */
  readonly message: Omit<ChatMessage, 'channelId' | 'postedAt'>
}

/**
 * Reads what the platform sends for a command, which may be any JSON value. Accepts only what it proves: a member of the bot's
 * workspace or organization typed a command of this app.
 */
export function provenCommand(
  payload: unknown,
  bot: AddressedBot,
): Result<ProvenCommand, DropReason> {
  const fields = fieldsOf(payload)
  const { command, user_id: user, channel_id: channel, trigger_id: triggerId, text } = fields
  if (!isForBot(fields, bot) || isForeign(fields, fields, bot)) return err('external')
  if (!isUser(user) || !hasForm(channel, /^[CDG][A-Z0-9]{1,31}$/)) return err('malformed')
  if (isOwn(user, bot)) return err('own')
  if (!hasForm(command, /^\/\S{1,32}$/)) return err('malformed')
  if (!hasForm(triggerId, /^\d{1,20}\.\d{1,20}\.[0-9a-f]{8,64}$/)) return err('malformed')
  if (typeof text !== 'string') return err('malformed')
  if (text.length > textLengthMax) return err('oversized')
  const { workspaceId } = bot
  const postId = workspaceChatCommandId({ workspaceId, userId: user, triggerId })
  return ok({
    user,
    message: {
      postId,
      rootId: postId,
      repliesTo: null,
      authorId: inWorkspace(workspaceId, user),
      text: plainText(text).trim(),
      isCommand: true,
    },
  })
}

const hasForm = (value: unknown, form: RegExp): value is string =>
  typeof value === 'string' && form.test(value)
