import type {
  BotMessengerBot,
  BotMessengerFault,
  ChatInbox,
  Clock,
  Log,
  WebhookReport,
} from '@ken/core/ports'
import {
  backoff,
  ConnectionReports,
  failureOf,
  InboxRejected,
  pause,
  type Failure,
} from '@ken/outbound'
import { BotApiFailure, BotApiRefusal } from '../api/bot-api-failure.ts'
import { callBotApi, type BotApiCall, type MethodName, type Transport } from '../api/bot-api.ts'
import { findWebhook, type WebhookInfo } from '../api/webhook-info.ts'
import { findBot } from '../telegram-chat-probe.ts'
import { setCommands } from './set-commands.ts'

/** Two programs with one token end each other's calls; this one gives way. */
const otherPollerRestSeconds = 30

/** Faults that rarely pass by themselves. */
const persistentFaults: readonly BotMessengerFault[] = [
  'token_refused',
  'address_invalid',
  'address_forbidden',
  'webhook_elsewhere',
  'webhook_refused',
  'webhook_insecure',
]

export type ConnectionOptions = { readonly clock: Clock; readonly log: Log }
type Owner = {
  readonly bot: BotMessengerBot
  readonly inbox: ChatInbox
  readonly signal: AbortSignal
}

/** A bot at its server: what is known of both, and what was reported about them. */
export class Connection {
  readonly bot: BotMessengerBot
  readonly inbox: ChatInbox
  readonly signal: AbortSignal
  readonly clock: Clock
  readonly log: Log
  readonly #transport: Transport
  #hasOfferedCommands = false
  #hasFailed = false
  #isVerified = false
  readonly #reports: ConnectionReports<BotMessengerFault, WebhookReport>

  constructor(
    transport: Transport,
    { clock, log }: ConnectionOptions,
    { bot, inbox, signal }: Owner,
  ) {
    this.#transport = transport
    this.bot = bot
    this.inbox = inbox
    this.signal = signal
    this.clock = clock
    this.log = log
    const to = { area: 'bot_messenger', log, inbox, signal }
    this.#reports = new ConnectionReports<BotMessengerFault, WebhookReport>(to)
  }

  /** Whether the server has answered the bot since the last failure. */
  get isVerified(): boolean {
    return this.#isVerified
  }
  /** What was reported last; null after a success. */
  get reportedFault(): BotMessengerFault | null {
    return this.#reports.fault
  }
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  call<Name extends MethodName>(call: BotApiCall<Name>): Promise<unknown> {
    return callBotApi(this.#transport, this.bot, { ...call, signal: this.signal })
  }

  /** Changes where the server posts, unless another process listens by now. */
  async changeWebhook(call: BotApiCall<'setWebhook' | 'deleteWebhook'>): Promise<void> {
    await this.inbox.confirmLease().catch((error: unknown) => {
      throw new InboxRejected(error)
    })
    await this.call(call)
  }

  findWebhook(): Promise<WebhookInfo> {
    return findWebhook(this.#transport, this.bot, { signal: this.signal })
  }

  rest(milliseconds: number): Promise<void> {
    return pause(this.#transport.timing, milliseconds, this.signal)
  }

  /** Repeats `work` until the signal, with `begin` before the first time and after each failure, and with growing pauses then. */
  async keepTrying(begin: () => Promise<void>, work: () => Promise<void>): Promise<void> {
    const waits = backoff(this.#transport.timing, persistentFaults)
    while (!this.signal.aborted) {
      try {
        if (!this.#isVerified) {
          await this.#verify()
          await begin()
          await this.#offerCommands()
        }
        await work()
        waits.reset()
      } catch (error) {
        if (this.signal.aborted) return
        const failed = failureOf(error, knownFailure, { area: 'bot_messenger', log: this.log })
        await this.#noteFailure(error, failed)
        await this.rest(waits.nextDelayMs(failed))
      }
    }
  }

  /** Checks whose token it is: the messages of another bot are not for Ken's people. */
  async #verify(): Promise<void> {
    const found = await findBot(this.#transport, this.bot, this.signal)
    if (!found.ok) throw new BotApiFailure(found.error)
    if (found.value.id !== this.bot.botId) throw new BotApiFailure('token_refused')
  }

  /** Once. People can type the commands without it, so a failure is only logged. */
  async #offerCommands(): Promise<void> {
    if (this.#hasOfferedCommands) return
    this.#hasOfferedCommands = true
    await setCommands(this.#transport, this.bot, this.signal).catch(() =>
      this.log.warn('bot_messenger.commands_not_set'),
    )
  }

  async noteSuccess(webhook?: WebhookReport): Promise<void> {
    const isNew = !this.#isVerified
    this.#isVerified = true
    await this.#reports.connected(isNew, webhook)
  }

  /** Reports a fault that the server tells of while it answers the bot. */
  async noteFault(fault: BotMessengerFault, webhook: WebhookReport): Promise<void> {
    this.#isVerified = true
    await this.#reports.interrupted(fault, webhook)
  }

  async #noteFailure(error: unknown, { fault }: Failure<BotMessengerFault>): Promise<void> {
    // The connection works.
    if (error instanceof InboxRejected) return
    this.#hasFailed = true
    this.#isVerified = false
    await this.#reports.interrupted(fault)
  }
}

/** The failure of an error of the server; null for every other error. */
function knownFailure(error: unknown): Failure<BotMessengerFault> | null {
  if (error instanceof BotApiFailure) return error
  if (!(error instanceof BotApiRefusal)) return null
  if (error.status !== 409) return { fault: 'not_telegram', retryAfterSeconds: null }
  return /webhook/i.test(error.description)
    ? { fault: 'webhook_elsewhere', retryAfterSeconds: null }
    : { fault: 'other_poller', retryAfterSeconds: otherPollerRestSeconds }
}
