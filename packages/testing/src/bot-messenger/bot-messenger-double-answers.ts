import type { ServerResponse } from 'node:http'
import { trickle } from '../trickle.ts'

/** How the double answers a method from now on. `half` stores, then sends half of the answer and ends the connection. */
export type BotMessengerBehaviour =
  | 'ok'
  | 'hang'
  | 'trickle'
  | 'reset'
  | 'html'
  | 'huge'
  | 'half'
  | 'store_then_500'
  | 'store_then_hang'
  | 'store_then_reset'
  | { readonly status: number; readonly description?: string; readonly retryAfter?: number }
  | { readonly redirect: string }
  | { readonly json: unknown }
  | { readonly slowMs: number }

/** A request that the server refuses. */
export class MessengerRefusal extends Error {
  readonly status: number
  readonly retryAfter: number | null

  constructor(status: number, description: string, retryAfter: number | null = null) {
    super(description)
    this.name = 'MessengerRefusal'
    this.status = status
    this.retryAfter = retryAfter
  }
}

export type MessengerReply = {
  readonly status: number
  readonly json: unknown
  readonly retryAfter?: number | null
  /** Whether the body is too large to be read. */
  readonly isHuge?: boolean
}

const hugeBodyBytes = 9 * 1024 * 1024
let spaces: Buffer | null = null
/** Follows the JSON of a huge body. Made once: to write it as JSON for each response takes longer than to send it. */
const padding = (): Buffer => (spaces ??= Buffer.alloc(hugeBodyBytes, ' '))
const page =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n</body>\r\n</html>\r\n'

export const succeed = (result: unknown, description?: string): MessengerReply => ({
  status: 200,
  json: { ok: true, result, ...(description !== undefined && { description }) },
})

export function refusalOf(error: unknown): MessengerReply {
  const { status, message, retryAfter } =
    error instanceof MessengerRefusal
      ? error
      : new MessengerRefusal(500, 'Internal Server Error: double')
  return {
    status,
    retryAfter,
    json: {
      ok: false,
      error_code: status,
      description: message,
      ...(retryAfter !== null && { parameters: { retry_after: retryAfter } }),
    },
  }
}

/** Answers as the behaviour says if the method has no part in it; false if it has. */
export function answerInstead(response: ServerResponse, behaviour: BotMessengerBehaviour): boolean {
  if (behaviour === 'hang') return true
  if (behaviour === 'trickle') trickle(response)
  else if (behaviour === 'reset') response.socket?.resetAndDestroy()
  else if (behaviour === 'html') response.writeHead(502, { 'content-type': 'text/html' }).end(page)
  else if (typeof behaviour !== 'object' || 'slowMs' in behaviour) return false
  else if ('json' in behaviour) sendReply(response, 'ok', { status: 200, json: behaviour.json })
  else if ('redirect' in behaviour) response.writeHead(302, { location: behaviour.redirect }).end()
  else {
    const { status, description = 'Internal Server Error: double', retryAfter = null } = behaviour
    sendReply(response, 'ok', refusalOf(new MessengerRefusal(status, description, retryAfter)))
  }
  return true
}

/** Sends what the method gave, unless the behaviour spoils it after the fact. */
export function sendReply(
  response: ServerResponse,
  behaviour: BotMessengerBehaviour,
  { status, json, retryAfter = null, isHuge = false }: MessengerReply,
): void {
  if (behaviour === 'store_then_hang') return
  if (behaviour === 'store_then_reset') return void response.socket?.resetAndDestroy()
  if (behaviour === 'store_then_500')
    return sendReply(response, 'ok', refusalOf(new Error('after the fact')))
  const body = Buffer.from(JSON.stringify(json))
  const more = isHuge || behaviour === 'huge' ? padding() : Buffer.alloc(0)
  const header = retryAfter === null ? {} : { 'retry-after': String(retryAfter) }
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': body.length + more.length,
    ...header,
  })
  if (behaviour !== 'half') {
    response.write(body)
    return void response.end(more)
  }
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.destroy())
}
