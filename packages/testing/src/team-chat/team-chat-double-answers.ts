import type { ServerResponse } from 'node:http'
import { DoubleRefusal } from './team-chat-double-posts.ts'
import type { DoubleReply } from './team-chat-double-routes.ts'
import { trickle } from '../trickle.ts'

/** How the double answers a route from now on. `trickle` sends headers and then a byte now and then, for ever. */
export type TeamChatBehaviour =
  | 'ok'
  | 'hang'
  | 'trickle'
  | 'reset'
  | 'html'
  | 'huge'
  | 'rate_limited'
  | 'store_then_500'
  | 'store_then_hang'
  | { readonly status: number; readonly id?: string; readonly location?: string }
  | { readonly json: unknown }
  | { readonly text: string }
  | { readonly slowMs: number }

const hugeBodyBytes = 10 * 1024 * 1024
const page =
  '<!DOCTYPE html><html><head><title>Log in</title></head><body>You need to enable JavaScript.</body></html>'

/** Answers as the behaviour says where the route has no part in it; false where it has. */
export function answerInstead(
  response: ServerResponse,
  behaviour: TeamChatBehaviour,
  language: string,
): boolean {
  if (behaviour === 'hang') return true
  if (behaviour === 'trickle') trickle(response)
  else if (behaviour === 'reset') response.socket?.resetAndDestroy()
  else if (behaviour === 'html') sendPage(response, 200)
  else if (behaviour === 'rate_limited') sendRateLimit(response)
  else if (typeof behaviour === 'object' && 'json' in behaviour)
    send(response, { status: 200, json: behaviour.json })
  else if (typeof behaviour === 'object' && 'text' in behaviour) response.end(behaviour.text)
  else if (typeof behaviour === 'object' && 'status' in behaviour) {
    if (behaviour.location !== undefined) response.setHeader('location', behaviour.location)
    send(response, errorReply(behaviour.status, behaviour.id ?? 'api.double.app_error', language))
  } else return false
  return true
}

/** Sends what the route gave, unless the behaviour spoils it after the fact. */
export function sendReply(
  response: ServerResponse,
  behaviour: TeamChatBehaviour,
  reply: DoubleReply,
  language: string,
): void {
  if (behaviour === 'store_then_hang') return
  if (behaviour === 'store_then_500')
    return send(response, errorReply(500, 'app.post.save.app_error', language))
  if (behaviour !== 'huge') return send(response, reply)
  send(response, {
    ...reply,
    json: { ...(reply.json as object), padding: 'x'.repeat(hugeBodyBytes) },
  })
}

/** What a route that throws answers. The text follows the language of the request: only `id` may be relied on. */
export function refusalReply(error: unknown, language: string): DoubleReply {
  if (!(error instanceof DoubleRefusal))
    return errorReply(400, 'api.context.invalid_param.app_error', language)
  return errorReply(error.status, error.id, language)
}

/** What stands where the API does not: the web app. */
export function sendPage(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(page)
}

function errorReply(status: number, id: string, language: string): DoubleReply {
  const message = language.startsWith('de') ? 'Etwas ist schiefgegangen.' : 'Something went wrong.'
  return {
    status,
    json: { id, message, detailed_error: '', request_id: 'x'.repeat(26), status_code: status },
  }
}

function send(
  response: ServerResponse,
  { status, json, text = JSON.stringify(json) }: DoubleReply,
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'x-version-id': '11.9.0.1.2.false' })
    .end(text)
}

/** The limiter of a server that counts by user too adds its headers twice. */
function sendRateLimit(response: ServerResponse): void {
  const headers = {
    'x-ratelimit-limit': ['10', '10'],
    'x-ratelimit-remaining': ['0', '0'],
    'x-ratelimit-reset': ['9', '9'],
  }
  response
    .writeHead(429, { 'content-type': 'text/plain', 'retry-after': '9, 9', ...headers })
    .end('limit exceeded\n')
}
