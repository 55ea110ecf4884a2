import type { ServerResponse } from 'node:http'

/** How the double answers a method from now on. `half` stores, then sends half of the answer and ends the connection. */
export type WorkspaceChatBehaviour =
  | 'ok'
  | 'hang'
  | 'reset'
  | 'html'
  | 'huge'
  | 'half'
  | 'store_then_500'
  | 'store_then_hang'
  | 'store_then_reset'
  | { readonly error: string }
  | { readonly status: number; readonly retryAfter?: number | string }
  | { readonly redirect: string }
  | { readonly json: unknown }
  | { readonly slowMs: number }

/** An error that a method returns, with status 200. */
export class WorkspaceRefusal extends Error {
  readonly fields: object

  constructor(error: string, fields: object = {}) {
    super(error)
    this.name = 'WorkspaceRefusal'
    this.fields = fields
  }
}

const hugeBodyBytes = 10 * 1024 * 1024
const page = '<!DOCTYPE html><html><head><title>Sign in</title></head><body>Proxy</body></html>'

/** Answers as the behaviour says if the method has no part in it; false if it has. */
export function answerInstead(
  response: ServerResponse,
  behaviour: WorkspaceChatBehaviour,
): boolean {
  if (behaviour === 'hang') return true
  if (behaviour === 'reset') response.socket?.resetAndDestroy()
  else if (behaviour === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  else if (typeof behaviour !== 'object' || 'slowMs' in behaviour) return false
  else if ('error' in behaviour) sendReply(response, 'ok', { ok: false, error: behaviour.error })
  else if ('json' in behaviour) sendReply(response, 'ok', behaviour.json)
  else if ('redirect' in behaviour) response.writeHead(302, { location: behaviour.redirect }).end()
  else {
    const { status, retryAfter } = behaviour
    const header = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
    const error = status === 429 ? 'ratelimited' : 'internal_error'
    response
      .writeHead(status, { 'content-type': 'application/json', ...header })
      .end(JSON.stringify({ ok: false, error }))
  }
  return true
}

/** Sends what the method gave, unless the behaviour spoils it after the fact. */
export function sendReply(
  response: ServerResponse,
  behaviour: WorkspaceChatBehaviour,
  reply: unknown,
  headers: { readonly [name: string]: string } = {},
): void {
  if (behaviour === 'store_then_hang') return
  if (behaviour === 'store_then_reset') return void response.socket?.resetAndDestroy()
  if (behaviour === 'store_then_500') return void response.writeHead(500).end()
  const padding = behaviour === 'huge' ? { padding: 'x'.repeat(hugeBodyBytes) } : {}
  const json = Array.isArray(reply) ? reply : { ...(reply as object), ...padding }
  const body = Buffer.from(JSON.stringify(json))
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    ...headers,
  })
  if (behaviour !== 'half') return void response.end(body)
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.destroy())
}
