import {
  err,
  type BotMessengerBot,
  type BotMessengerFault,
  type ChatInbox,
  type ChatListener,
  type ChatSubscription,
  type Clock,
  type Log,
} from '@ken/core/ports'
import { backoff, pause } from '@ken/outbound'
import { BotApiFailure, BotApiRefusal, BotApiResponseTooLarge } from '../api/bot-api-failure.ts'
import { callBotApi, type Transport } from '../api/bot-api.ts'
import { findBot } from '../telegram-chat-probe.ts'
import { blockedBy, provenMessage } from './proven-message.ts'
import { chatOf, idOf, isTooLarge, secondOf, tooLargeUpdate } from './updates.ts'
import { setCommands } from './set-commands.ts'

/** How long the server holds a call without updates: each return proves that it sends the bot everything. */
const holdSeconds = 25
const answerTimeoutMs = 10_000
const updatesPerCall = 100
/** Two programs with one token end each other's calls; this one gives way. */
const otherPollerRestSeconds = 30

/** Faults that rarely pass by themselves. */
const persistentFaults: readonly BotMessengerFault[] = [
  'token_refused',
  'address_invalid',
  'address_forbidden',
  'webhook_elsewhere',
]

type ListenerOptions = { readonly clock: Clock; readonly log: Log }

/**
 * Fetches updates with `getUpdates`. The server keeps each one for a day until a later call confirms it, which happens
 * only after the inbox has accepted it; so no offset is stored.
 */
export const telegramChatListener = (
  transport: Transport,
  options: ListenerOptions,
): ChatListener<BotMessengerBot> => ({
  listen: (bot, since, inbox) =>
    new Session(transport, options, { bot, since, inbox }).subscription,
})

type SubscriptionRequest = {
  readonly bot: BotMessengerBot
  readonly since: Date | null
  readonly inbox: ChatInbox
}
type Failure = { readonly fault: BotMessengerFault; readonly retryAfterSeconds: number | null }

/** The inbox did not accept something; it knows why, and logs it. */
class UpdateRejected extends Error {}

/** One running listener. */
class Session {
  readonly subscription: ChatSubscription
  readonly #transport: Transport
  readonly #log: Log
  readonly #clock: Clock
  readonly #bot: BotMessengerBot
  readonly #inbox: ChatInbox
  readonly #stopping = new AbortController()
  /** The first update that is not confirmed; null when the server has none that was received. */
  #offset: number | null = null
  readonly #startedAtMs: number
  /** Whether what is older than the start is still to be skipped. */
  #isSkipping: boolean
  #hasFailed = false
  #hasOfferedCommands = false
  /** Older updates are ignored. */
  readonly #earliestMs: number
  #settledMs: number
  #isVerified = false
  #reportedFault: BotMessengerFault | null = null

  constructor(
    transport: Transport,
    { clock, log }: ListenerOptions,
    { bot, since, inbox }: SubscriptionRequest,
  ) {
    this.#transport = transport
    this.#log = log
    this.#clock = clock
    this.#bot = bot
    this.#inbox = inbox
    this.#startedAtMs = clock.now().getTime()
    this.#isSkipping = since === null
    this.#earliestMs = since === null ? Math.floor(this.#startedAtMs / 1_000) * 1_000 : -Infinity
    this.#settledMs = since?.getTime() ?? -Infinity
    const work = this.#keepFetching()
    this.subscription = {
      stop: async () => {
        this.#stopping.abort()
        await work
      },
    }
  }

  async #keepFetching(): Promise<void> {
    const { signal } = this.#stopping
    const waits = backoff(this.#transport.timing, persistentFaults)
    while (!signal.aborted) {
      try {
        if (!this.#isVerified) await this.#verify()
        const updates = await this.#fetch()
        if (signal.aborted) return
        await this.#noteSuccess()
        await this.#deliver(updates)
        waits.reset()
      } catch (error) {
        if (signal.aborted) return
        const failed = failureOf(error, this.#log)
        await this.#noteFailure(error, failed)
        await pause(this.#transport.timing, waits.nextDelayMs(failed), signal)
      }
    }
  }

  /** Checks whose token it is: the messages of another bot are not for Ken's people. */
  async #verify(): Promise<void> {
    const found = await findBot(this.#transport, this.#bot, this.#stopping.signal)
    if (!found.ok) throw new BotApiFailure(found.error)
    if (found.value.id !== this.#bot.botId) throw new BotApiFailure('token_refused')
    if (this.#isSkipping) await this.#skip()
    await this.#offerCommands()
  }

  /** Once. People can type the commands without it, so a failure is only logged. */
  async #offerCommands(): Promise<void> {
    if (this.#hasOfferedCommands) return
    this.#hasOfferedCommands = true
    await setCommands(this.#transport, this.#bot, this.#stopping.signal).catch(() =>
      this.#log.warn('bot_messenger.commands_not_set'),
    )
  }

  /**
   * Confirms what was written before the bot was turned on, once. What was written since may be among it if the server was
   * unavailable at first, and comes by itself.
   */
  async #skip(): Promise<void> {
    const last = (await this.#getUpdates({ offset: -1, limit: 1, timeout: 0 })).at(-1)
    if (last !== undefined && !this.#isSince(last)) this.#offset = idOf(last) + 1
    await this.#settle(this.#startedAtMs).catch(() => {
      throw new UpdateRejected()
    })
    this.#isSkipping = false
  }

  /** Whether the update is from after the start. One of the same second is, unless it was there before the first call. */
  #isSince(update: unknown): boolean {
    const startSecond = Math.floor(this.#startedAtMs / 1_000)
    return secondOf(update) >= (this.#hasFailed ? startSecond : startSecond + 1)
  }

  /**
   * The next updates. Once an empty response has confirmed everything, no offset is sent: after a week without updates
   * the server starts with any id again, which an old offset would confirm unseen. Asks for fewer if the response is too large:
   * the same would be sent again until the server forgets them.
   */
  async #fetch(limit = updatesPerCall): Promise<readonly unknown[]> {
    // The first call does not wait: its return is the proof that the connection works.
    const timeout = this.#isVerified ? holdSeconds : 0
    const offset = this.#offset === null ? {} : { offset: this.#offset }
    try {
      const updates = await this.#getUpdates({ ...offset, limit, timeout })
      if (updates.length === 0) this.#offset = null
      return updates
    } catch (error) {
      if (!(error instanceof BotApiResponseTooLarge)) throw error
      if (limit > 1) return this.#fetch(Math.floor(limit / 2))
      const { firstUpdateId: id } = error
      // One that comes before the first that is not confirmed is none of this server.
      if (id === null || id < (this.#offset ?? 0)) throw error
      return [tooLargeUpdate(id)]
    }
  }

  async #getUpdates(fields: {
    readonly offset?: number
    readonly limit: number
    readonly timeout: number
  }): Promise<readonly unknown[]> {
    const updates = await callBotApi(this.#transport, this.#bot, {
      method: 'getUpdates',
      fields: { ...fields, allowed_updates: ['message', 'my_chat_member'] },
      timeoutMs: fields.timeout * 1_000 + answerTimeoutMs,
      signal: this.#stopping.signal,
    })
    if (!Array.isArray(updates) || updates.some((update) => Number.isNaN(idOf(update))))
      throw new BotApiFailure('not_telegram')
    return updates
  }

  /** The updates of one chat after each other; the first one that is not accepted and all later ones come again. */
  async #deliver(updates: readonly unknown[]): Promise<void> {
    const { signal } = this.#stopping
    const chats = new Map<unknown, Promise<unknown>>()
    const accepted = updates.map((update) => {
      const chat = chatOf(update)
      const before = chats.get(chat) ?? Promise.resolve()
      const done = before.then(() => (signal.aborted ? Promise.reject() : this.#accept(update)))
      chats.set(chat, done)
      return done
    })
    const outcomes = await Promise.allSettled(accepted)
    const rejected = outcomes.findIndex(({ status }) => status === 'rejected')
    const end = rejected === -1 ? updates.length : rejected
    const times = outcomes
      .slice(0, end)
      .map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : -Infinity))
    // A person cannot set the time; a server with a wrong clock must not hide what comes later.
    const untilMs = Math.min(Math.max(...times, -Infinity), this.#clock.now().getTime())
    if (signal.aborted) return
    try {
      await this.#settle(untilMs)
    } catch {
      throw new UpdateRejected()
    }
    if (end > 0) this.#offset = idOf(updates[end - 1]) + 1
    if (end < updates.length) throw new UpdateRejected()
  }

  /** Hands an update over. Resolves with the time of its message; with one in the past if it has none. */
  async #accept(update: unknown): Promise<number> {
    const { botId } = this.#bot
    const noTime = -Infinity
    // A single one that is larger than what is read would come again for ever, and all later ones after it.
    if (isTooLarge(update)) {
      await this.#inbox.receive(err({ reason: 'oversized', post: null }))
      return noTime
    }
    if (secondOf(update) * 1_000 < this.#earliestMs) return noTime
    const blocked = blockedBy(update, botId)
    if (blocked !== null) {
      await this.#inbox.blocked(blocked.channelId, blocked.at)
      return noTime
    }
    const event = provenMessage(update, botId)
    if (event === null) return noTime
    await this.#inbox.receive(event)
    return (event.ok ? event.value : event.error.post)?.postedAt.getTime() ?? noTime
  }

  async #settle(untilMs: number): Promise<void> {
    if (untilMs <= this.#settledMs) return
    this.#settledMs = untilMs
    await this.#inbox.caughtUp(new Date(untilMs))
  }

  async #noteSuccess(): Promise<void> {
    if (!this.#isVerified) this.#log.info('bot_messenger.connected')
    this.#isVerified = true
    this.#reportedFault = null
    await this.#notify(() => this.#inbox.alive())
  }

  async #noteFailure(error: unknown, { fault }: Failure): Promise<void> {
    // The connection works.
    if (error instanceof UpdateRejected) return
    this.#hasFailed = true
    this.#isVerified = false
    if (this.#reportedFault === fault) return
    this.#reportedFault = fault
    this.#log.warn('bot_messenger.interrupted', { fault })
    await this.#notify(() => this.#inbox.interrupted(fault))
  }

  async #notify(call: () => Promise<void>): Promise<void> {
    if (this.#stopping.signal.aborted) return
    await call().catch(() => this.#log.warn('bot_messenger.inbox_failed'))
  }
}

/** The fault of any error. Only unexpected errors are logged. */
function failureOf(error: unknown, log: Log): Failure {
  if (error instanceof BotApiFailure) return error
  if (error instanceof UpdateRejected) return { fault: 'server_failing', retryAfterSeconds: null }
  if (error instanceof BotApiRefusal) {
    if (error.status !== 409) return { fault: 'not_telegram', retryAfterSeconds: null }
    const isWebhook = /webhook/i.test(error.description)
    return isWebhook
      ? { fault: 'webhook_elsewhere', retryAfterSeconds: null }
      : { fault: 'other_poller', retryAfterSeconds: otherPollerRestSeconds }
  }
  log.error('bot_messenger.listener_failed', {
    error: error instanceof Error ? error.name : 'unknown',
  })
  return { fault: 'unreachable', retryAfterSeconds: null }
}
