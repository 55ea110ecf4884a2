import type { LinkPreviewOptions, UserFromGetMe, WebhookInfo } from 'grammy/types'
import { MessengerRefusal, succeed, type MessengerReply } from './bot-messenger-double-answers.ts'
import { sentText } from './bot-messenger-double-text.ts'
import {
  addMessage,
  asRepliedTo,
  forgetUpdates,
  pendingUpdates,
  secondsOf,
  type MessengerChat,
  type MessengerCommand,
  type MessengerWorld,
} from './bot-messenger-double-world.ts'

export type MethodCall = { readonly world: MessengerWorld; readonly fields: Fields }
export type Fields = { readonly [name: string]: unknown }
type Method = (call: MethodCall) => MessengerReply

/** The methods that answer at once, by their names in small letters, as the server looks them up. */
export const messengerMethods: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    getMe: ({ world }: MethodCall) => succeed(botProfile(world)),
    getWebhookInfo: ({ world }: MethodCall) => succeed(webhookInfo(world)),
    setWebhook,
    deleteWebhook: ({ world, fields }: MethodCall) => {
      const wasSet = world.webhook !== null
      world.webhook = null
      dropPending(world, fields)
      notifyOf(world)
      return succeed(true, wasSet ? 'Webhook was deleted' : 'Webhook is already deleted')
    },
    sendMessage,
    editMessageText,
    sendChatAction: ({ world, fields }: MethodCall) => {
      const { action } = fields
      if (typeof action !== 'string')
        throw new MessengerRefusal(400, 'Bad Request: wrong parameter action in request')
      writableChat(world, fields).actions.push(action)
      return succeed(true)
    },
    deleteMessage,
    sendMessageDraft,
    setMyCommands: ({ world, fields }: MethodCall) => {
      world.commands.set(languageOf(fields), fields['commands'] as readonly MessengerCommand[])
      return succeed(true)
    },
    getMyCommands: ({ world, fields }: MethodCall) =>
      succeed(world.commands.get(languageOf(fields)) ?? []),
    deleteMyCommands: ({ world, fields }: MethodCall) => {
      world.commands.delete(languageOf(fields))
      return succeed(true)
    },
  }).map(([name, method]) => [name.toLowerCase(), method]),
)

const languageOf = ({ language_code: language }: Fields): string =>
  typeof language === 'string' ? language : ''

/** Makes all that wait for updates look again. */
function notifyOf(world: MessengerWorld): void {
  for (const listener of world.listeners) listener()
}

function setWebhook({ world, fields }: MethodCall): MessengerReply {
  const { url, secret_token: secretToken = '', max_connections: maxConnections = 40 } = fields
  // Over plain HTTP too, as a server in local mode takes it.
  if (typeof url !== 'string' || !/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new MessengerRefusal(400, 'Bad Request: invalid webhook URL specified')
  if (typeof secretToken !== 'string' || secretToken.length > 256)
    throw new MessengerRefusal(400, 'Bad Request: secret token is too long')
  if (!/^[\w-]*$/.test(secretToken))
    throw new MessengerRefusal(400, 'Bad Request: secret token contains unallowed characters')
  world.webhook = { url, secretToken, maxConnections: Number(maxConnections) }
  world.lastWebhookError = null
  allowUpdates(world, fields)
  dropPending(world, fields)
  notifyOf(world)
  return succeed(true, 'Webhook was set')
}

/** The kinds that are given stay until others are; none given for a list without any. */
export function allowUpdates(world: MessengerWorld, { allowed_updates: kinds }: Fields): void {
  if (Array.isArray(kinds)) world.allowedUpdates = kinds.length === 0 ? null : kinds
}

function dropPending(world: MessengerWorld, { drop_pending_updates: isDropped }: Fields): void {
  if (isDropped === true) forgetUpdates(world, () => true)
}

/** What a bot waits after too many messages. */
const floodWaitSeconds = 3

function limitMessages({ messagesPerSecondMax: max, sentAt, now }: MessengerWorld): void {
  const nowMs = now()
  const isFlood = max !== null && sentAt.filter((at) => at > nowMs - 1_000).length >= max
  if (isFlood)
    throw new MessengerRefusal(
      429,
      `Too Many Requests: retry after ${floodWaitSeconds}`,
      floodWaitSeconds,
    )
  sentAt.push(nowMs)
}

function sendMessage({ world, fields }: MethodCall): MessengerReply {
  const chat = writableChat(world, fields)
  refuseMarkup(fields)
  limitMessages(world)
  const { text, entities } = sentText(fields['text'], fields['entities'])
  const { message_thread_id: topic, link_preview_options: preview } = fields
  const message = addMessage(world, chat, {
    from: world.bot,
    ...(topic !== undefined && { message_thread_id: topic as number, is_topic_message: true }),
    ...repliedTo(chat, fields),
    text,
    ...(entities.length > 0 && { entities: [...entities] }),
    ...(preview !== undefined && { link_preview_options: preview as LinkPreviewOptions }),
  })
  chat.draft = null
  return succeed(message)
}

function repliedTo(chat: MessengerChat, { reply_parameters: parameters }: Fields) {
  if (parameters === undefined) return {}
  const { message_id: id, allow_sending_without_reply: isOptional } = parameters as Fields
  const found = chat.messages.find(({ message_id }) => message_id === id)
  if (found === undefined && isOptional !== true)
    throw new MessengerRefusal(400, 'Bad Request: message to be replied not found')
  if (found === undefined) return {}
  return { reply_to_message: asRepliedTo(found) }
}

function editMessageText({ world, fields }: MethodCall): MessengerReply {
  const chat = writableChat(world, fields)
  refuseMarkup(fields)
  const message = chat.messages.find(({ message_id }) => message_id === fields['message_id'])
  if (message === undefined)
    throw new MessengerRefusal(400, 'Bad Request: message to edit not found')
  if (message.from?.id !== world.bot.id)
    throw new MessengerRefusal(400, "Bad Request: message can't be edited")
  const { text, entities } = sentText(fields['text'], fields['entities'])
  if (message.text === text && JSON.stringify(message.entities ?? []) === JSON.stringify(entities))
    throw new MessengerRefusal(
      400,
      'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    )
  message.text = text
  message.edit_date = secondsOf(world)
  if (entities.length > 0) message.entities = [...entities]
  else delete message.entities
  for (const listener of world.editListeners) listener(message)
  return succeed(message)
}

function deleteMessage({ world, fields }: MethodCall): MessengerReply {
  const { messages } = writableChat(world, fields)
  const at = messages.findIndex(({ message_id }) => message_id === fields['message_id'])
  if (at === -1) throw new MessengerRefusal(400, 'Bad Request: message to delete not found')
  messages.splice(at, 1)
  return succeed(true)
}

function sendMessageDraft({ world, fields }: MethodCall): MessengerReply {
  const chat = writableChat(world, fields)
  const { draft_id: id, text = '' } = fields
  if (!Number.isSafeInteger(id) || id === 0)
    throw new MessengerRefusal(400, 'Bad Request: draft_id must be non-zero')
  chat.draft = text === '' ? '' : sentText(text, fields['entities']).text
  return succeed(true)
}

/** The double knows no markup: a bot that relies on it must not pass. */
function refuseMarkup({ parse_mode: mode }: Fields): void {
  if (mode !== undefined) throw new MessengerRefusal(400, 'Bad Request: unsupported parse_mode')
}

function writableChat(world: MessengerWorld, { chat_id: id }: Fields): MessengerChat {
  const chat = world.chats.get(Number(id))
  if (chat === undefined) throw new MessengerRefusal(400, 'Bad Request: chat not found')
  if (chat.isDeactivated) throw new MessengerRefusal(403, 'Forbidden: user is deactivated')
  if (chat.isBlocked) throw new MessengerRefusal(403, 'Forbidden: bot was blocked by the user')
  return chat
}

const botProfile = ({ bot }: MessengerWorld): UserFromGetMe => ({
  ...bot,
  can_join_groups: false,
  can_read_all_group_messages: false,
  supports_guest_queries: false,
  supports_inline_queries: false,
  can_connect_to_business: false,
  has_main_web_app: false,
  has_topics_enabled: false,
  allows_users_to_create_topics: false,
  can_manage_bots: false,
  supports_join_request_queries: false,
})

function webhookInfo(world: MessengerWorld): WebhookInfo {
  const { webhook, lastWebhookError: failed, allowedUpdates } = world
  return {
    url: webhook?.url ?? '',
    has_custom_certificate: false,
    pending_update_count: pendingUpdates(world).length,
    ...(webhook && { max_connections: webhook.maxConnections }),
    ...(failed && {
      last_error_date: Math.floor(failed.at / 1_000),
      last_error_message: failed.message,
    }),
    ...(allowedUpdates && {
      allowed_updates: [...allowedUpdates] as NonNullable<WebhookInfo['allowed_updates']>,
    }),
  }
}
