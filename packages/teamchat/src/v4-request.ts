import type { TeamChatServer } from '@ken/core/ports'
import { exchange, type Exchanged } from './exchange.ts'
import type { OutboundGuard } from './outbound-guard.ts'
import { retryAfter } from './retry-after.ts'
import { TeamChatFailure, TeamChatRefusal } from './team-chat-failure.ts'
import type { Timing } from './timing.ts'

/** How requests reach a server. */
export type Connecting = { readonly guard: OutboundGuard; readonly timing: Timing }
export type V4Request = {
  readonly method?: 'GET' | 'POST'
  /** Below `/api/v4`, with its query. */
  readonly path: string
  readonly body?: object
  readonly timeoutMs?: number
  readonly bodyBytesMax?: number
  readonly signal?: AbortSignal
}

/** Asks the v4 API and gives the JSON of its answer. Throws as `readAnswer` does, and `TeamChatFailure` without an answer. */
export const requestV4 = async (connecting: Connecting, server: TeamChatServer, request: V4Request): Promise<unknown> =>
  readAnswer(await askV4(connecting, server, request))

/** Asks the v4 API, and gives whatever it answers. */
export function askV4(
  { guard, timing }: Connecting,
  server: TeamChatServer,
  { method = 'GET', path, body, timeoutMs = 5_000, bodyBytesMax = 8 * 1024 * 1024, signal }: V4Request,
): Promise<Exchanged> {
  const url = guard.urlOf(server.baseUrl, `/api/v4${path}`)
  const text = body === undefined ? null : JSON.stringify(body)
  const headers = {
    authorization: bearerOf(server),
    accept: 'application/json',
    'user-agent': 'ken',
    ...(text !== null && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
  }
  return exchange(guard, timing, { url, method, headers, body: text, timeoutMs, bodyBytesMax, signal: signal ?? null })
}

/**
 * The JSON of an answer. Throws `TeamChatRefusal` for a request that the API will not grant, and `TeamChatFailure` for every
 * other failure, also for what is no JSON: a page where the API should be.
 */
export function readAnswer({ status, headers, text }: Exchanged): unknown {
  if (status === 429 || status >= 500)
    throw new TeamChatFailure('server_failing', { retryAfterSeconds: retryAfter(headers['retry-after']) })
  const json = parseJson(text)
  if (json === undefined || status < 200 || (status >= 300 && status < 400)) throw new TeamChatFailure('not_team_chat')
  if (status < 300) return json
  const id = typeof json === 'object' && json !== null && 'id' in json ? json.id : null
  if (typeof id !== 'string') throw new TeamChatFailure('not_team_chat')
  throw status === 401 ? new TeamChatFailure('token_refused') : new TeamChatRefusal(status, id)
}

/** Undefined for what is no JSON, which can be `null`. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What a request shows as its right. A token that no header may carry is none. */
export const bearerOf = ({ token }: TeamChatServer): string => `Bearer ${/^[\x21-\x7e]+$/.test(token) ? token : ''}`
