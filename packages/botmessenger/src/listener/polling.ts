import { InboxRejected } from '@ken/outbound'
import { BotApiFailure, BotApiResponseTooLarge } from '../api/bot-api-failure.ts'
import type { Connection } from './connection.ts'
import { allowedUpdates, deliverUpdate } from './deliver-update.ts'
import { chatOf, idOf, secondOf, tooLargeUpdate } from './updates.ts'

/** How long the server holds a call without updates: each return proves that it sends the bot everything. */
const holdSeconds = 25
const answerTimeoutMs = 10_000
const updatesPerCall = 100

/**
 * Fetches updates with `getUpdates` until the signal of the connection. The server keeps each one for a day until a later
 * call confirms it, which happens only after the inbox has accepted it; so no offset is stored.
 */
export const keepPolling = (
  connection: Connection,
  since: Date | null,
  webhookAddress: string | null,
): Promise<void> => new Polling(connection, since, webhookAddress).run()

class Polling {
  readonly #connection: Connection
  readonly #webhookAddress: string | null
  /** The first update that is not confirmed; null when the server has none that was received. */
  #offset: number | null = null
  readonly #startedAtMs: number
  /** Earlier updates are ignored. Never skipped with a negative offset: the server would forget all updates but the last. */
  #earliestSecond: number
  #settledMs: number

  constructor(connection: Connection, since: Date | null, webhookAddress: string | null) {
    this.#connection = connection
    this.#webhookAddress = webhookAddress
    this.#startedAtMs = connection.clock.now().getTime()
    this.#earliestSecond = since === null ? this.#startSecond + 1 : -Infinity
    this.#settledMs = since?.getTime() ?? -Infinity
  }

  run(): Promise<void> {
    const connection = this.#connection
    return connection.keepTrying(
      async () => {
        if (this.#connection.reportedFault === 'webhook_elsewhere') await this.#removeOwnWebhook()
        // What is in the first response may have been written after the start.
        if (connection.hasFailed) this.#includeStart()
        if (this.#settledMs === -Infinity) await this.#settle(this.#startedAtMs)
      },
      async () => {
        const updates = await this.#fetch()
        if (connection.signal.aborted) return
        await connection.noteSuccess()
        await this.#deliver(updates)
        this.#includeStart()
      },
    )
  }

  get #startSecond(): number {
    return Math.floor(this.#startedAtMs / 1_000)
  }

  /** Updates of the second of the start are after it, unless they were there before the first call. */
  #includeStart(): void {
    this.#earliestSecond = Math.min(this.#earliestSecond, this.#startSecond)
  }

  /** A listener of Ken that was suspended may have set it again. */
  async #removeOwnWebhook(): Promise<void> {
    const { bot } = this.#connection
    const { url } = await this.#connection.findWebhook()
    if (url === this.#webhookAddress || bot.webhookAddresses.includes(url))
      await this.#connection.changeWebhook({ method: 'deleteWebhook', fields: {} })
  }

  /**
   * The next updates. Once an empty response has confirmed everything, no offset is sent: after a week without updates
   * the server starts with any id again, which an old offset would confirm unseen. Asks for fewer if the response is too large:
   * the same would be sent again until the server forgets them.
   */
  async #fetch(limit = updatesPerCall): Promise<readonly unknown[]> {
    // The first call does not wait: its return is the proof that the connection works.
    const timeout = this.#connection.isVerified ? holdSeconds : 0
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
    const updates = await this.#connection.call({
      method: 'getUpdates',
      fields: { ...fields, allowed_updates: allowedUpdates },
      timeoutMs: fields.timeout * 1_000 + answerTimeoutMs,
    })
    if (!Array.isArray(updates) || updates.some((update) => Number.isNaN(idOf(update))))
      throw new BotApiFailure('not_telegram')
    return updates
  }

  /** The updates of one chat after each other; the first one that is not accepted and all later ones come again. */
  async #deliver(updates: readonly unknown[]): Promise<void> {
    const { signal } = this.#connection
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
    const untilMs = Math.min(Math.max(...times, -Infinity), this.#connection.clock.now().getTime())
    if (signal.aborted) return
    await this.#settle(untilMs)
    if (end > 0) this.#offset = idOf(updates[end - 1]) + 1
    const rejection = outcomes[end]
    if (rejection?.status === 'rejected') throw new InboxRejected(rejection.reason)
  }

  /** Hands an update over. Resolves with the time of its message; with one in the past if it has none. */
  async #accept(update: unknown): Promise<number> {
    const { bot, inbox } = this.#connection
    if (secondOf(update) < this.#earliestSecond) return -Infinity
    return deliverUpdate(update, bot.botId, inbox)
  }

  async #settle(untilMs: number): Promise<void> {
    if (untilMs <= this.#settledMs) return
    await this.#connection.inbox.caughtUp(new Date(untilMs)).catch((error: unknown) => {
      throw new InboxRejected(error)
    })
    this.#settledMs = untilMs
  }
}
