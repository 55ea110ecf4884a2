import { problemOf, type KenProblem } from './ken-problem.ts'

/**
 * A request. `json` becomes the body; `body` is for other formats, with its `content-type` in the
 * headers.
 */
export type KenRequest = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly json?: unknown
  /** Not a stream, because a request may be sent twice. */
  readonly body?: string | Blob
  /**
   * With an `accept` header the response is a string in any format. With an `idempotency-key` a
   * creating request can be retried when there was no response; the client never does so by itself.
   */
  readonly headers?: Readonly<Record<string, string>>
  /** The response is a `Blob` in any format, which browsers keep on disk if it is large. */
  readonly asBlob?: boolean
  /** Called with each part of a `Blob` as it arrives, to show how far it is. */
  readonly onPart?: (part: Uint8Array) => void
  readonly signal?: AbortSignal
  /** Lets a browser finish the request after its page is closed. */
  readonly keepalive?: boolean
}

/** A response that was read completely. */
export type ReadResponse =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly problem: KenProblem }

/** Sends the same request on each call, with a token or anonymously. */
export type Attempt = (accessToken: string | null) => Promise<ReadResponse>

/** How and where requests are sent. */
export type Exchange = { readonly baseUrl: string; readonly fetch?: typeof fetch }

/**
 * Prepares a request. Serializes the body now, so that later changes by the caller are not sent. `readStream` takes a
 * successful response whose body is still to be read.
 */
export function prepare(
  exchange: Exchange,
  path: string,
  { json, asBlob = false, onPart, ...request }: KenRequest,
  readStream?: (response: Response) => unknown,
): Attempt {
  // Others, such as `//other` or `.other`, could send the token to another host.
  if (!/^\/\w/.test(path))
    throw new TypeError('The path of a request must start with one "/" and a name.')
  const { method = 'GET', signal = null, keepalive = false } = request
  const headers = new Headers(request.headers)
  const wantsJson = !headers.has('accept')
  if (wantsJson) headers.set('accept', 'application/json')
  if (json !== undefined) headers.set('content-type', 'application/json')
  const body = json === undefined ? (request.body ?? null) : JSON.stringify(json)
  // Ken never redirects: following a redirect would forward passwords and tokens.
  const shared = { credentials: 'same-origin', redirect: 'error' } as const
  const url = exchange.baseUrl.replace(/\/+$/, '') + path

  return async (accessToken) => {
    const own = new Headers(headers)
    if (accessToken !== null) own.set('authorization', `Bearer ${accessToken}`)
    const send = exchange.fetch ?? globalThis.fetch
    const response = await send(url, { ...shared, method, headers: own, body, signal, keepalive })
    if (response.ok && asBlob) return { ok: true, body: await blobOf(response, onPart) }
    if (response.ok && readStream !== undefined) return { ok: true, body: readStream(response) }
    const text = await response.text()
    if (!response.ok) return { ok: false, problem: problemOf(response, text) }
    return { ok: true, body: wantsJson ? parse(text) : text }
  }
}

/** Parts of this size leave the memory of the scripts. */
const partBytesMin = 4 * 1024 * 1024

async function blobOf(response: Response, onPart: KenRequest['onPart']): Promise<Blob> {
  if (onPart === undefined || response.body === null) return response.blob()
  const reader = response.body.getReader()
  const parts: Blob[] = []
  let waiting: Uint8Array<ArrayBuffer>[] = []
  let waitingBytes = 0
  const store = () => {
    parts.push(new Blob(waiting))
    waiting = []
    waitingBytes = 0
  }
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    waiting.push(read.value)
    waitingBytes += read.value.byteLength
    onPart(read.value)
    if (waitingBytes >= partBytesMin) store()
  }
  store()
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
}

/** The body of a successful response; throws `KenProblem` otherwise. */
export function bodyOf(response: ReadResponse): unknown {
  if (!response.ok) throw response.problem
  return response.body
}

function parse(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    // The cause would quote the response, which may contain a token.
    throw new Error('The response is not JSON. Check the address of Ken.')
  }
}
