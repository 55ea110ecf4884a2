import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { doubleBehaviours } from '../double-behaviours.ts'
import { loopbackServer } from '../loopback-server.ts'
import type { MessageEntity, Update } from 'grammy/types'
import {
  answerInstead,
  MessengerRefusal,
  refusalOf,
  sendReply,
  type BotMessengerBehaviour,
} from './bot-messenger-double-answers.ts'
import { messengerMethods, type Fields } from './bot-messenger-double-methods.ts'
import { messengerPolling, type MessengerPolling } from './bot-messenger-double-polling.ts'
import { foundIn } from './bot-messenger-double-text.ts'
import { messengerDelivery, type WebhookDelivery } from './bot-messenger-double-webhook.ts'
import {
  addChat,
  addMessage,
  addMessengerPerson,
  addUpdate,
  asRepliedTo,
  messengerWorld,
  privateChat,
  secondsOf,
  type MessengerBot,
  type MessengerChat,
  type MessengerMessage,
  type MessengerPerson,
  type MessengerWorld,
} from './bot-messenger-double-world.ts'

/** One request as the double saw it. */
export type BotMessengerRequest = { readonly method: string; readonly fields: Fields }

/** A server of Telegram's Bot API on loopback, with one bot. */
export type BotMessengerDouble = {
  /** The `apiRoot`. */
  readonly url: string
  readonly token: string
  readonly bot: MessengerBot
  readonly world: MessengerWorld
  readonly requests: readonly BotMessengerRequest[]
  readonly deliveries: readonly WebhookDelivery[]
  /** Whether a `getUpdates` waits. */
  readonly isPolled: () => boolean
  /** Sets how a method answers; `*` is every method that has no behaviour of its own. */
  readonly behave: (method: string, behaviour: BotMessengerBehaviour) => void
  /** The same, for the next request alone; a second call is for the one after it. */
  readonly behaveOnce: (method: string, behaviour: BotMessengerBehaviour) => void
  readonly addPerson: (name: string) => MessengerPerson
  /** Writes to the bot, or into a group; `overrides` are fields as the server has them. */
  readonly say: (
    author: MessengerPerson,
    text: string,
    options?: MessengerSayOptions,
  ) => MessengerMessage
  readonly edit: (message: MessengerMessage, text: string) => void
  /** Removes a message from the chat; a bot is not notified. */
  readonly remove: (message: MessengerMessage) => void
  readonly addGroup: (title: string) => number
  /** Keeps any update for the bot. */
  readonly push: (update: Omit<Update, 'update_id'>) => Update | null
  readonly block: (person: MessengerPerson) => void
  readonly unblock: (person: MessengerPerson) => void
  readonly deactivate: (person: MessengerPerson) => void
  /** What a person sees in the chat with the bot, oldest first. */
  readonly messages: (person: MessengerPerson) => readonly MessengerMessage[]
  readonly chatOf: (person: MessengerPerson) => MessengerChat
  /** The entities of a message with this text, those that the server finds included. */
  readonly entitiesOf: (text: string, given: readonly MessageEntity[]) => readonly MessageEntity[]
  /** Ends the waiting `getUpdates`, as another process with the same token does. */
  readonly pollElsewhere: () => void
  /** Ends the waiting `getUpdates` without updates, as after its timeout. */
  readonly timeOutPoll: () => void
  /** The next update has this id, as after a week without any. */
  readonly restartUpdateIds: (from: number) => void
  /** Posts an update to the webhook once more. */
  readonly deliverAgain: (update: Update) => Promise<number | null>
  readonly revoke: () => void
  readonly restore: () => void
  readonly close: () => Promise<void>
}
export type MessengerSayOptions = {
  readonly replyTo?: MessengerMessage
  readonly chatId?: number
  readonly overrides?: Partial<MessengerMessage>
  /** Every response of `getUpdates` with it is too large to be read. */
  readonly isHuge?: boolean
}
export type BotMessengerDoubleOptions = {
  readonly now?: () => number
  /** Between two deliveries to a webhook that refuses; a second at first on a real server. */
  readonly retryMs?: number
  /** Where an address of a webhook leads to: the server itself knows no names of a test. */
  readonly reach?: (url: string) => string
  /** Methods that this server is too old for. */
  readonly withoutMethods?: readonly string[]
}

/** Starts the double. */
export async function botMessengerDouble({
  now = Date.now,
  retryMs = 20,
  reach = (url) => url,
  withoutMethods = [],
}: BotMessengerDoubleOptions = {}): Promise<BotMessengerDouble> {
  const world = messengerWorld(now)
  const token = `${world.bot.id}:${randomBytes(27).toString('base64url').slice(0, 35)}`
  const polling = messengerPolling(world)
  const delivery = messengerDelivery(world, { retryMs, reach })
  const api = doubleApi({ world, polling, token, withoutMethods })
  const server = await loopbackServer({ serve: api.serve })

  return {
    url: `http://127.0.0.1:${server.port}`,
    token,
    bot: world.bot,
    world,
    ...api,
    deliveries: delivery.deliveries,
    isPolled: polling.isWaiting,
    ...peopleOf(world),
    entitiesOf: foundIn,
    pollElsewhere: polling.takeOver,
    timeOutPoll: polling.timeOut,
    restartUpdateIds: (from) => void (world.nextUpdateId = from),
    deliverAgain: delivery.deliverAgain,
    close: async () => {
      delivery.stop()
      await server.close()
    },
  }
}

/** What people do. */
function peopleOf(world: MessengerWorld) {
  const setMember = (person: MessengerPerson, isBlocked: boolean) => {
    const chat = privateChat(world, person)
    chat.isBlocked = isBlocked
    const statuses = ['member', 'kicked'] as const
    const [from, to] = isBlocked ? statuses : statuses.toReversed()
    const memberOf = (status: unknown) => ({ user: world.bot, status, until_date: 0 })
    // As the server has it; the types of a member differ by status.
    const change = { old_chat_member: memberOf(from), new_chat_member: memberOf(to) } as object
    const update = { chat: chat.chat, from: person, date: secondsOf(world), ...change }
    addUpdate(world, { my_chat_member: update as NonNullable<Update['my_chat_member']> })
  }
  return {
    addPerson: (name: string) => addMessengerPerson(world, name),
    say(
      author: MessengerPerson,
      text: string,
      { replyTo, chatId, overrides, isHuge = false }: MessengerSayOptions = {},
    ): MessengerMessage {
      const chat = chatId === undefined ? privateChat(world, author) : world.chats.get(chatId)
      if (chat === undefined) throw new Error('There is no such chat.')
      const command = /^\/\w+/.exec(text)?.[0]
      const message = addMessage(world, chat, {
        from: author,
        ...(replyTo && { reply_to_message: asRepliedTo(replyTo) }),
        text,
        ...(command && {
          entities: [{ type: 'bot_command' as const, offset: 0, length: command.length }],
        }),
        ...overrides,
      })
      addUpdate(world, { message: message as NonNullable<Update['message']> }, { isHuge })
      return message
    },
    edit(message: MessengerMessage, text: string): void {
      Object.assign(message, { text, edit_date: secondsOf(world) })
      addUpdate(world, { edited_message: message as NonNullable<Update['edited_message']> })
    },
    remove({ chat, message_id }: MessengerMessage): void {
      const { messages } = world.chats.get(chat.id) ?? { messages: [] }
      messages.splice(
        messages.findIndex((message) => message.message_id === message_id),
        1,
      )
    },
    addGroup: (title: string) =>
      addChat(world, { id: -1_000_000_000_000 - world.chats.size, type: 'supergroup', title }).chat
        .id,
    push: (update: Omit<Update, 'update_id'>) => addUpdate(world, update),
    block: (person: MessengerPerson) => setMember(person, true),
    unblock: (person: MessengerPerson) => setMember(person, false),
    deactivate: (person: MessengerPerson) => void (privateChat(world, person).isDeactivated = true),
    messages: (person: MessengerPerson) => privateChat(world, person).messages,
    chatOf: (person: MessengerPerson) => privateChat(world, person),
  }
}

type DoubleApiOptions = {
  readonly world: MessengerWorld
  readonly polling: MessengerPolling
  readonly token: string
  readonly withoutMethods: readonly string[]
}

/** Finds the method, checks the token, and answers as the method or its behaviour says. */
function doubleApi({ world, polling, token, withoutMethods }: DoubleApiOptions) {
  const { take, ...setting } = doubleBehaviours<BotMessengerBehaviour>()
  const requests: BotMessengerRequest[] = []
  let isRevoked = false
  const isMissing = (name: string) =>
    withoutMethods.some((method) => method.toLowerCase() === name.toLowerCase())

  async function call(name: string, given: string, fields: Fields, signal: AbortSignal) {
    if (!/^[1-9]\d*:[^/]+$/.test(given))
      throw new MessengerRefusal(401, 'Unauthorized: invalid token specified')
    if (given !== token || isRevoked) throw new MessengerRefusal(401, 'Unauthorized')
    if (name.toLowerCase() === 'getupdates') return polling.poll(fields, signal)
    const method = isMissing(name) ? undefined : messengerMethods.get(name.toLowerCase())
    if (method === undefined) throw new MessengerRefusal(404, 'Not Found: method not found')
    return method({ world, fields })
  }

  async function serve(
    request: IncomingMessage,
    text: string,
    response: ServerResponse,
  ): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://double')
    const [, given, name] = /^\/bot([^/]+)\/(\w+)$/.exec(decodeURIComponent(pathname)) ?? []
    if (given === undefined || name === undefined)
      return sendReply(response, 'ok', refusalOf(new MessengerRefusal(404, 'Not Found')))
    const fields = fieldsOf(request, text, searchParams)
    requests.push({ method: name, fields })
    const behaviour = take(name)
    if (answerInstead(response, behaviour)) return
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    if (typeof behaviour === 'object' && 'slowMs' in behaviour)
      await new Promise((resolve) => setTimeout(resolve, behaviour.slowMs))
    const reply = await call(name, given, fields, gone.signal).catch(refusalOf)
    if (!response.destroyed) sendReply(response, behaviour, reply)
  }
  return {
    serve,
    requests,
    ...setting,
    revoke: () => {
      isRevoked = true
      polling.refuse()
    },
    restore: () => void (isRevoked = false),
  }
}

/** Parameters come in the query, as a form or as JSON; in the first two, structures are JSON texts. */
function fieldsOf({ headers }: IncomingMessage, text: string, query: URLSearchParams): Fields {
  const isJson = headers['content-type']?.startsWith('application/json') === true
  const pairs = [...query, ...(isJson ? [] : new URLSearchParams(text))]
  const given = Object.fromEntries(
    pairs.map(([name, value]) => [
      name,
      /^[[{\d-]|^(true|false)$/.test(value) ? parse(value) : value,
    ]),
  )
  return { ...given, ...(isJson && (parse(text) as object)) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
