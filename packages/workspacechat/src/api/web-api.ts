import {
  boundedFetch,
  fieldsOf,
  parseJson,
  type BoundedResponse,
  type Fields,
  type OutboundGuard,
  type Timing,
} from '@ken/outbound'
import { WebApiFailure, webApiError, webApiFailure } from './web-api-failure.ts'

/** How calls reach the Web API. */
export type Transport = {
  /** Ends with a slash; the methods are below. */
  readonly apiUrl: URL
  readonly guard: OutboundGuard
  readonly timing: Timing
}

export type WebApiCall = {
  readonly method: string
  readonly token: string
  /** Objects are sent as JSON, because methods that read take only forms. */
  readonly fields?: { readonly [name: string]: string | number | boolean | object | undefined }
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** What a method returned, and what the token may do; null if the response does not say. */
export type WebApiReply = { readonly fields: Fields; readonly scopes: readonly string[] | null }

/** A page of messages has no documented limit. */
const responseBytesMax = 8 * 1024 * 1024
/** Anything else could end the header. */
const tokenForm = /^[\w.-]{1,512}$/

/**
 * Calls a method. Throws `WebApiRefusal` for a call that the API refuses for good, and `WebApiFailure` for every other
 * failure.
 */
export async function callWebApi(
  { apiUrl, guard, timing }: Transport,
  { method, token, fields = {}, timeoutMs = 5_000, signal }: WebApiCall,
): Promise<WebApiReply> {
  if (!tokenForm.test(token)) throw new WebApiFailure('token_refused')
  const body = formOf(fields)
  const response = await boundedFetch({
    url: new URL(method, apiUrl),
    method: 'POST',
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      'content-length': String(Buffer.byteLength(body)),
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'ken',
    },
    body,
    timeoutMs,
    bodyBytesMax: responseBytesMax,
    readsErrorBody: true,
    headerRead: 'x-oauth-scopes',
    signal,
    guard,
    after: timing.after,
  }).catch((error: unknown) => {
    throw webApiFailure(error)
  })
  return replyOf(response)
}

function formOf(fields: NonNullable<WebApiCall['fields']>): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined)
      form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  return form.toString()
}

/** Most errors have status 200. */
function replyOf({ status, retryAfterSeconds, text, header }: BoundedResponse): WebApiReply {
  if (status === 429 || status >= 500) throw new WebApiFailure('server_failing', retryAfterSeconds)
  const fields = fieldsOf(parseJson(text))
  const { ok, error } = fields
  if (ok === false && typeof error === 'string') throw webApiError(error, retryAfterSeconds)
  if (status !== 200 || ok !== true) throw new WebApiFailure('not_slack')
  return { fields, scopes: header?.split(',').map((scope) => scope.trim()) ?? null }
}
