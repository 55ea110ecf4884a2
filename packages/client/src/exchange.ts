import { problemOf, type KenProblem } from './ken-problem.ts'

/** What is sent. `json` becomes the body; `body` is for other formats, with its `content-type` among the headers. */
export type KenRequest = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly json?: unknown
  /** No stream: a request may have to be sent a second time. */
  readonly body?: string | Blob
  /**
   * An `accept` of its own makes the answer a string, whatever its format. With an `idempotency-key` a request that
   * creates can be sent again when there was no answer; the client never does so by itself.
   */
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Lets a browser finish the request although its page is left. */
  readonly keepalive?: boolean
}

/** An answer, read to its end. */
export type Answer = { readonly ok: true; readonly body: unknown } | { readonly ok: false; readonly problem: KenProblem }

/** Sends the same request every time it is called, as the bearer of a token or as nobody. */
export type Attempt = (accessToken: string | null) => Promise<Answer>

/** How requests leave, and where to. */
export type Exchange = { readonly baseUrl: string; readonly fetch?: typeof fetch }

/** Prepares a request. The body is taken down now, so what the caller changes later is not sent. */
export function prepare(exchange: Exchange, path: string, { json, ...request }: KenRequest): Attempt {
  // Anything else could lead to another host, such as `//other` or `.other`, and take the token there.
  if (!/^\/\w/.test(path)) throw new TypeError('The path of a request must start with one "/" and a name.')
  const { method = 'GET', signal = null, keepalive = false } = request
  const headers = new Headers(request.headers)
  const wantsJson = !headers.has('accept')
  if (wantsJson) headers.set('accept', 'application/json')
  if (json !== undefined) headers.set('content-type', 'application/json')
  const body = json === undefined ? (request.body ?? null) : JSON.stringify(json)
  // Ken signs in its own pages only, and redirects nowhere: following would take passwords and tokens along.
  const shared = { credentials: 'same-origin', redirect: 'error' } as const
  const url = exchange.baseUrl.replace(/\/+$/, '') + path

  return async (accessToken) => {
    const own = new Headers(headers)
    if (accessToken !== null) own.set('authorization', `Bearer ${accessToken}`)
    const send = exchange.fetch ?? globalThis.fetch
    const response = await send(url, { ...shared, method, headers: own, body, signal, keepalive })
    const text = await response.text()
    if (!response.ok) return { ok: false, problem: problemOf(response, text) }
    return { ok: true, body: wantsJson ? parse(text) : text }
  }
}

/** The body of an answer that must be a success; throws its `KenProblem` otherwise. */
export function bodyOf(answer: Answer): unknown {
  if (!answer.ok) throw answer.problem
  return answer.body
}

function parse(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    // The cause would quote the answer, which may hold a token.
    throw new Error('The answer is no JSON. Check that the address is that of Ken.')
  }
}
