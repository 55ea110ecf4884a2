import type { WebhookReport } from '@ken/core/ports'
import { BotApiFailure, BotApiRefusal } from '../api/bot-api-failure.ts'
import type { WebhookInfo } from '../api/webhook-info.ts'
import type { Connection } from './connection.ts'
import { allowedUpdates } from './deliver-update.ts'

/** How often the server is asked: a report counts for 90 seconds. */
const lookEveryMs = 30_000
/** How often the webhook is set again if what the server posts is refused. */
const setAgainMs = 300_000
/** Updates that the server posts at the same time. */
const connectionsMax = 40

/** The secret that the server proves itself with, and where it posts; null if Ken has no address that it could post to. */
export type WebhookOptions = { readonly secret: string; readonly address: string | null }

/**
 * Has the server post updates to Ken until the signal of the connection, and asks every half a minute whether it does. A
 * webhook of another program stays. The server keeps updates for a day until Ken confirms them.
 */
export async function keepWebhook(connection: Connection, options: WebhookOptions): Promise<void> {
  const { bot, clock, inbox } = connection
  /** When it got the secret; null while that of the webhook that is there is not known. */
  let setAtMs: number | null = null
  /** The last error that was over: nothing was pending any more, or it was before the start. */
  let pastErrorSecond: number | null = null

  async function look(): Promise<void> {
    const { secret, address } = options
    if (address === null) throw new BotApiFailure('webhook_insecure')
    const askedAt = clock.now()
    const info = await connection.findWebhook()
    const isOurs = info.url === address || bot.webhookAddresses.includes(info.url)
    if (info.url !== '' && !isOurs) throw new BotApiFailure('webhook_elsewhere')
    if (setAtMs === null || info.url !== address || isStale(info, setAtMs, askedAt.getTime())) {
      await setWebhook(connection, address, secret)
      if (setAtMs === null) pastErrorSecond = info.errorSecond
      setAtMs = askedAt.getTime()
    }
    await report(info, askedAt)
  }

  async function report(info: WebhookInfo, askedAt: Date): Promise<void> {
    const { pendingUpdates, errorSecond } = info
    if (pendingUpdates === 0) {
      pastErrorSecond = errorSecond
      await inbox.caughtUp(askedAt).catch(() => {})
    }
    const isFailing = errorSecond !== null && errorSecond !== pastErrorSecond
    if (isFailing) await connection.noteFault('webhook_failing', reportOf(info))
    else await connection.noteSuccess(reportOf(info))
  }
  await connection.keepTrying(
    async () => {},
    async () => {
      await look()
      await connection.rest(lookEveryMs)
    },
  )
}

/** Whether Ken does not know the address: another listener, which was suspended, may have given it an older secret. */
const isStale = ({ error, errorSecond }: WebhookInfo, setAtMs: number, nowMs: number): boolean =>
  error === 'not_found' && (errorSecond ?? 0) * 1_000 > setAtMs && nowMs >= setAtMs + setAgainMs

async function setWebhook(connection: Connection, address: string, secret: string): Promise<void> {
  try {
    await connection.changeWebhook({
      method: 'setWebhook',
      fields: {
        url: address,
        secret_token: secret,
        allowed_updates: allowedUpdates,
        max_connections: connectionsMax,
      },
    })
  } catch (error) {
    if (error instanceof BotApiRefusal && error.status === 400)
      throw new BotApiFailure('webhook_refused')
    throw error
  }
  connection.log.info('bot_messenger.webhook_set')
}

const reportOf = ({ pendingUpdates, error, errorSecond }: WebhookInfo): WebhookReport => ({
  pendingUpdates,
  error,
  errorAt: errorSecond === null ? null : new Date(errorSecond * 1_000).toISOString(),
})
