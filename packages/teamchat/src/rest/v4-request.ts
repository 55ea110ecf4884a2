import type { TeamChatServer } from '@ken/core/ports'
import {
  boundedFetch,
  parseJson,
  type BoundedResponse,
  type OutboundGuard,
  type Timing,
} from '@ken/outbound'
import { serverUrl } from './server-url.ts'
import { TeamChatFailure, teamChatFailure, TeamChatRefusal } from './team-chat-failure.ts'

/** How requests reach a server. */
export type Transport = { readonly guard: OutboundGuard; readonly timing: Timing }
export type V4Request = {
  readonly method?: 'GET' | 'POST'
  /** Below `/api/v4`, with the query. */
  readonly path: string
  readonly body?: object
  readonly timeoutMs?: number
  readonly bodyBytesMax?: number
  readonly signal?: AbortSignal
}

/** Calls the v4 API and returns the JSON of its response. Throws as `readResponse` does, and `TeamChatFailure` without a response. */
export const requestV4 = async (
  transport: Transport,
  server: TeamChatServer,
  request: V4Request,
): Promise<unknown> => readResponse(await sendV4(transport, server, request))

/** Calls the v4 API and returns any response. Throws `TeamChatFailure` without one. */
export async function sendV4(
  { guard, timing }: Transport,
  server: TeamChatServer,
  {
    method = 'GET',
    path,
    body,
    timeoutMs = 5_000,
    bodyBytesMax = 8 * 1024 * 1024,
    signal,
  }: V4Request,
): Promise<BoundedResponse> {
  const text = body === undefined ? null : JSON.stringify(body)
  const headers = {
    authorization: bearerOf(server),
    accept: 'application/json',
    'user-agent': 'ken',
    ...(text !== null && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    }),
  }
  const url = serverUrl(server.baseUrl, `/api/v4${path}`)
  try {
    return await boundedFetch({
      url,
      method,
      headers,
      body: text,
      timeoutMs,
      bodyBytesMax,
      readsErrorBody: true,
      signal,
      guard,
      after: timing.after,
    })
  } catch (error) {
    throw teamChatFailure(error)
  }
}

/**
 * The JSON of a response. Throws `TeamChatRefusal` for a request that the API refuses for good, and `TeamChatFailure` for
 * every other failure. A response that is not JSON is one, such as a web page in place of the API.
 */
export function readResponse({ status, retryAfterSeconds, text }: BoundedResponse): unknown {
  if (status === 429 || status >= 500)
    throw new TeamChatFailure('server_failing', { retryAfterSeconds })
  const json = parseJson(text)
  if (json === undefined || status < 200 || (status >= 300 && status < 400))
    throw new TeamChatFailure('not_team_chat')
  if (status < 300) return json
  const id = typeof json === 'object' && json !== null && 'id' in json ? json.id : null
  if (typeof id !== 'string') throw new TeamChatFailure('not_team_chat')
  throw status === 401 ? new TeamChatFailure('token_refused') : new TeamChatRefusal(status, id)
}

/** The `Authorization` of a request. A token that a header cannot carry is left out. */
export const bearerOf = ({ token }: TeamChatServer): string =>
  `Bearer ${/^[\x21-\x7e]+$/.test(token) ? token : ''}`
