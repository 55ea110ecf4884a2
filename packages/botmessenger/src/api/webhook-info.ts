import type { BotMessengerServer, WebhookError } from '@ken/core/ports'
import { fieldsOf } from '@ken/outbound'
import { BotApiFailure } from './bot-api-failure.ts'
import { callBotApi, type BotApiCall, type Transport } from './bot-api.ts'

/** What a server says about the webhook of a bot. */
export type WebhookInfo = {
  /** Empty without one. */
  readonly url: string
  readonly pendingUpdates: number
  /** When posting last failed; null if it never did. */
  readonly errorSecond: number | null
  readonly error: WebhookError | null
}

const datesMax = 8.64e12

/** Throws as `callBotApi` does. */
export async function findWebhook(
  transport: Transport,
  server: BotMessengerServer,
  limits: Pick<BotApiCall<'getWebhookInfo'>, 'timeoutMs' | 'signal'> = {},
): Promise<WebhookInfo> {
  const call = { method: 'getWebhookInfo', fields: {}, ...limits } as const
  const info = fieldsOf(await callBotApi(transport, server, call))
  const { url, pending_update_count: pending, last_error_date: second } = info
  if (typeof url !== 'string') throw new BotApiFailure('not_telegram')
  const errorSecond = isCount(second) && second <= datesMax ? second : null
  return {
    url,
    pendingUpdates: isCount(pending) ? pending : 0,
    errorSecond,
    error: errorSecond === null ? null : webhookErrorOf(info['last_error_message']),
  }
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

/** Texts of servers, by what they mean. The text itself is shown to no one, because anyone may run a server. */
const meanings: readonly (readonly [RegExp, WebhookError])[] = [
  [/response from the webhook: 404/i, 'not_found'],
  [/response from the webhook: 3\d\d/i, 'redirected'],
  [/response from the webhook: 5\d\d/i, 'unavailable'],
  [/resolve host|host not found/i, 'unresolved'],
  [/certificate|ssl|tls/i, 'certificate'],
  [/timed? ?out|timeout/i, 'timed_out'],
  [/connect|connection/i, 'refused'],
]

const webhookErrorOf = (text: unknown): WebhookError =>
  meanings.find(([pattern]) => typeof text === 'string' && pattern.test(text))?.[1] ?? 'other'
