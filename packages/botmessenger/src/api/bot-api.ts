import type { Opts } from '@grammyjs/types'
import { parseServerAddress, type BotMessengerServer } from '@ken/core/ports'
import {
  beginningBytes,
  boundedStream,
  fieldsOf,
  parseJson,
  type BoundedStream,
  type OutboundGuard,
  type Timing,
} from '@ken/outbound'
import { BotApiFailure, botApiFailure, BotApiRefusal } from './bot-api-failure.ts'

/** How calls reach a server. */
export type Transport = { readonly guard: OutboundGuard; readonly timing: Timing }

/** The methods that Ken calls. */
export type MethodName =
  | 'deleteMessage'
  | 'deleteWebhook'
  | 'editMessageText'
  | 'getMe'
  | 'getUpdates'
  | 'getWebhookInfo'
  | 'sendChatAction'
  | 'sendMessage'
  | 'sendMessageDraft'
  | 'setMyCommands'
  | 'setWebhook'

export type BotApiCall<Name extends MethodName> = {
  readonly method: Name
  readonly fields: Opts<never>[Name]
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** Most times enough for a hundred updates: one of a message with all that it may quote and hold has no documented limit. */
const responseBytesMax = 8 * 1024 * 1024
const retrySecondsMax = 300
const tokenForm = /^\d{1,20}:[\w-]{1,80}$/

/**
 * Calls a method and returns its result, of which nothing is known yet. Throws `BotApiRefusal` for a call that the API
 * refuses for good, and `BotApiFailure` for every other failure.
 */
export async function callBotApi<Name extends MethodName>(
  { guard, timing }: Transport,
  { apiRoot, token }: BotMessengerServer,
  { method, fields, timeoutMs = 5_000, signal }: BotApiCall<Name>,
): Promise<unknown> {
  const base = parseServerAddress(apiRoot)
  if (base === null) throw new BotApiFailure('address_invalid')
  // Anything else could lead to another path of the server.
  if (!tokenForm.test(token)) throw new BotApiFailure('token_refused')
  const body = JSON.stringify(fields)
  const headers = {
    accept: 'application/json',
    'user-agent': 'ken',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  }
  const request = {
    url: new URL(`${base}/bot${token}/${method}`),
    method: 'POST',
    headers,
    body,
    timeoutMs,
    bodyBytesMax: responseBytesMax,
    signal,
    guard,
    after: timing.after,
  } as const
  const chunks: Uint8Array[] = []
  const read = (bytesMax: number) => Buffer.concat(chunks).toString('utf8', 0, bytesMax)
  try {
    const { status, retryAfterSeconds, body: response } = await boundedStream(request)
    for await (const chunk of response) chunks.push(chunk)
    return resultOf({ status, retryAfterSeconds, text: read(responseBytesMax) })
  } catch (error) {
    throw error instanceof BotApiRefusal ? error : botApiFailure(error, read(beginningBytes))
  }
}

/** The result of a response. The status of HTTP and that of the body are the same; a proxy has only the first. */
function resultOf({
  status,
  retryAfterSeconds,
  text,
}: Omit<BoundedStream, 'body' | 'close'> & { readonly text: string }): unknown {
  const { ok, result, description, error_code: code, parameters } = fieldsOf(parseJson(text))
  if (status === 429 || status >= 500)
    throw new BotApiFailure(
      'server_failing',
      secondsOf(fieldsOf(parameters)['retry_after']) ?? retryAfterSeconds,
    )
  if (status === 200 && ok === true && result !== undefined) return result
  if (ok !== false || code !== status || typeof description !== 'string')
    throw new BotApiFailure('not_telegram')
  // A malformed token is an unknown path to some servers.
  if (status === 401 || (status === 404 && description === 'Not Found'))
    throw new BotApiFailure('token_refused')
  throw new BotApiRefusal(status, description)
}

const secondsOf = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 ? Math.min(Math.ceil(value), retrySecondsMax) : null
