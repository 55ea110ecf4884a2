import type { Chat, Message, Update, User } from 'grammy/types'

export type MessengerPerson = User & { readonly is_bot: false }
export type MessengerBot = User & { readonly is_bot: true; readonly username: string }

/** Fields as the server has them, those that a person cannot set included. */
export type MessengerMessage = { -readonly [Field in keyof Message]: Message[Field] }

/** A chat that the bot knows; a private one has the id of its person. */
export type MessengerChat = {
  readonly chat: Chat
  readonly messages: MessengerMessage[]
  isBlocked: boolean
  isDeactivated: boolean
  /** The text that the person sees while the bot writes; null without one. */
  draft: string | null
  readonly actions: string[]
}
export type KeptUpdate = { readonly update: Update; readonly at: number }
export type MessengerWebhook = {
  readonly url: string
  readonly secretToken: string
  readonly maxConnections: number
}

/** What apps offer in a chat with a bot. */
export type MessengerCommand = { readonly command: string; readonly description: string }

/** Who and what the double's server knows, and whom it notifies of a new update. */
export type MessengerWorld = {
  /** Milliseconds. */
  readonly now: () => number
  readonly bot: MessengerBot
  readonly chats: Map<number, MessengerChat>
  readonly updates: KeptUpdate[]
  /** Of updates that make a response too large to be read. */
  readonly hugeUpdateIds: Set<number>
  readonly listeners: Set<() => void>
  /** Whom it notifies of an edit of the bot. */
  readonly editListeners: Set<(message: MessengerMessage) => void>
  /** By language; the empty one is for all others. */
  readonly commands: Map<string, readonly MessengerCommand[]>
  webhook: MessengerWebhook | null
  lastWebhookError: { readonly at: number; readonly message: string } | null
  /** Null for the default, which is everything but reactions and members. */
  allowedUpdates: readonly string[] | null
  /** How many messages the bot may send in a second, to all chats; null for any number. */
  messagesPerSecondMax: number | null
  /** When it sent the last ones. */
  readonly sentAt: number[]
  nextUpdateId: number
  nextMessageId: number
  nextUserId: number
}

const keptForMs = 24 * 3_600_000
const notByDefault: readonly string[] = [
  'chat_member',
  'message_reaction',
  'message_reaction_count',
]

export function messengerWorld(now: () => number): MessengerWorld {
  return {
    now,
    bot: { id: 7_000_000_001, is_bot: true, first_name: 'Ken', username: 'ken_test_bot' },
    chats: new Map(),
    updates: [],
    hugeUpdateIds: new Set(),
    listeners: new Set(),
    editListeners: new Set(),
    commands: new Map(),
    webhook: null,
    lastWebhookError: null,
    allowedUpdates: null,
    messagesPerSecondMax: null,
    sentAt: [],
    nextUpdateId: 100_001,
    nextMessageId: 1,
    nextUserId: 5_000_000_001,
  }
}

export function addMessengerPerson(world: MessengerWorld, name: string): MessengerPerson {
  const id = world.nextUserId
  world.nextUserId += 1
  return { id, is_bot: false, first_name: name, username: name.toLowerCase(), language_code: 'en' }
}

/** The private chat of a person with the bot, which begins with the first message of the person. */
export function privateChat(
  world: MessengerWorld,
  { id, first_name, username }: MessengerPerson,
): MessengerChat {
  const chat: Chat = { id, type: 'private', first_name, ...(username && { username }) }
  return world.chats.get(id) ?? addChat(world, chat)
}

export function addChat(world: MessengerWorld, chat: Chat): MessengerChat {
  const added: MessengerChat = {
    chat,
    messages: [],
    isBlocked: false,
    isDeactivated: false,
    draft: null,
    actions: [],
  }
  world.chats.set(chat.id, added)
  return added
}

export const secondsOf = (world: MessengerWorld): number => Math.floor(world.now() / 1_000)

/** Ids of messages are an account's own: all private chats of the bot share one sequence. */
export function addMessage(
  world: MessengerWorld,
  to: MessengerChat,
  fields: Omit<MessengerMessage, 'message_id' | 'chat' | 'date'>,
): MessengerMessage {
  const message: MessengerMessage = {
    message_id: world.nextMessageId,
    chat: to.chat,
    date: secondsOf(world),
    ...fields,
  }
  world.nextMessageId += 1
  to.messages.push(message)
  return message
}

/** A message as another one shows it that replies to it: without what it replies to itself. */
export function asRepliedTo(message: MessengerMessage): NonNullable<Message['reply_to_message']> {
  const { reply_to_message: _, ...fields } = message
  // Its type wants the field, as undefined; JSON has none.
  return { ...fields, reply_to_message: undefined } as NonNullable<Message['reply_to_message']>
}

/** Keeps an update for the bot, unless it did not ask for its kind. */
export function addUpdate(
  world: MessengerWorld,
  fields: Omit<Update, 'update_id'>,
  { isHuge = false } = {},
): Update | null {
  const kind = Object.keys(fields)[0] ?? ''
  const isAllowed = world.allowedUpdates?.includes(kind) ?? !notByDefault.includes(kind)
  if (!isAllowed) return null
  const update = { update_id: world.nextUpdateId, ...structuredClone(fields) }
  world.nextUpdateId += 1
  world.updates.push({ update, at: world.now() })
  if (isHuge) world.hugeUpdateIds.add(update.update_id)
  for (const listener of world.listeners) listener()
  return update
}

/** Forgets updates after a day, as the server does. */
export function pendingUpdates(world: MessengerWorld): readonly Update[] {
  const from = world.now() - keptForMs
  forgetUpdates(world, ({ at }) => at <= from)
  return world.updates.map(({ update }) => update)
}

/** Forgets every update below an offset; a negative one keeps that many of the last. */
export function confirmUpdates(world: MessengerWorld, offset: number): void {
  const first = offset < 0 ? world.updates.at(offset)?.update.update_id : offset
  if (first !== undefined && first > 0)
    forgetUpdates(world, ({ update }) => update.update_id < first)
}

export function forgetUpdates(
  world: MessengerWorld,
  isForgotten: (kept: KeptUpdate) => boolean,
): void {
  const kept = world.updates.filter((update) => !isForgotten(update))
  world.updates.splice(0, world.updates.length, ...kept)
}
