import type { Agent, IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { OutboundFailure, outboundFailure } from './outbound-failure.ts'
import type { OutboundGuard } from './outbound-guard.ts'
import { retryAfter } from './retry-after.ts'

// An import of `node:http` also loads the built-in `fetch`, a tenth of the startup time of a command.
const { Agent: HttpAgent, request: requestHttp } = process.getBuiltinModule('node:http')

export type BoundedRequest = {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** For everything, from the lookup of the name to the last byte of the response. */
  readonly timeoutMs: number
  /** Of the response, decompressed. */
  readonly bodyBytesMax: number
  /** Whether to read the body of a status other than 2xx too; else its text is empty. */
  readonly readsErrorBody: boolean
  readonly signal?: AbortSignal | undefined
  /** A header of the response that is returned, in lower case. */
  readonly headerRead?: string
  /** Null for an address that only the operator can set. */
  readonly guard: OutboundGuard | null
  /** Calls back once, later; the returned function cancels. For tests. */
  readonly after?: (milliseconds: number, callback: () => void) => () => void
}
export type BoundedResponse = {
  readonly status: number
  readonly retryAfterSeconds: number | null
  readonly text: string
  /** The header that was asked for; null if the response has none. */
  readonly header?: string | null
}

/** A response whose body is still to be read or closed. */
type OpenResponse = {
  readonly status: number
  readonly header: (name: string) => string | null
  readonly body: AsyncIterable<Uint8Array>
  /** Reads the body instead. Rejects with what `take` throws, and if the body does not arrive to its end. */
  readonly read: (take: (chunk: Uint8Array) => void) => Promise<void>
  readonly close: () => void
}

/** Why a request ends before its response is read; null while it does not. */
type Ending = {
  readonly failure: () => OutboundFailure | null
  /** Calls back when it ends, also if it has ended already. */
  readonly onEnd: (stop: (failure: OutboundFailure) => void) => void
}

const afterWithTimer: NonNullable<BoundedRequest['after']> = (milliseconds, callback) => {
  const timer = setTimeout(callback, milliseconds)
  return () => clearTimeout(timer)
}

/** A response whose body is read while it arrives. */
export type BoundedStream = {
  readonly status: number
  readonly retryAfterSeconds: number | null
  /** The header that was asked for; null if the response has none. */
  readonly header?: string | null
  /** Read at most once. Ends the connection when it fails or is no longer read. */
  readonly body: AsyncIterable<Uint8Array>
  /** Ends the connection if the body is not read. */
  readonly close: () => void
}

/**
 * One request, bounded in time and size. Follows no redirect, because it would lead elsewhere. Throws `OutboundFailure`
 * for everything except a complete response of any status.
 */
export async function boundedFetch(request: BoundedRequest): Promise<BoundedResponse> {
  const { response, failureOf, close } = await begin(request)
  const head = headOf(request, response)
  const isRead = request.readsErrorBody || (head.status >= 200 && head.status < 300)
  try {
    return { ...head, text: isRead ? await readText(response, request.bodyBytesMax) : '' }
  } catch (error) {
    throw failureOf(error)
  } finally {
    close()
  }
}

/** The same, with a body that arrives in pieces. Reading it throws `OutboundFailure`, too. */
export async function boundedStream(
  request: Omit<BoundedRequest, 'readsErrorBody'>,
): Promise<BoundedStream> {
  const { response, failureOf, close } = await begin(request)
  return {
    ...headOf(request, response),
    body: limited(response, request.bodyBytesMax, failureOf, close),
    close,
  }
}

const headOf = (
  { headerRead }: Pick<BoundedRequest, 'headerRead'>,
  { status, header }: OpenResponse,
): Omit<BoundedResponse, 'text'> => ({
  status,
  retryAfterSeconds: retryAfter(header('retry-after')),
  ...(headerRead !== undefined && { header: header(headerRead) }),
})

/** Sends a request and waits for the head of its response. */
async function begin(request: Omit<BoundedRequest, 'readsErrorBody'>) {
  const { timeoutMs, guard, signal, after = afterWithTimer } = request
  let failure: OutboundFailure | null = null
  let stop: ((failure: OutboundFailure) => void) | null = null
  const end = (reason: OutboundFailure) => {
    failure ??= reason
    stop?.(failure)
  }
  const ending: Ending = {
    failure: () => failure,
    onEnd(callback) {
      stop = callback
      if (failure !== null) callback(failure)
    },
  }
  const cancelTimeout = after(timeoutMs, () => end(new OutboundFailure('timed_out')))
  const abort = () => end(new OutboundFailure('aborted'))
  const forget = () => {
    cancelTimeout()
    signal?.removeEventListener('abort', abort)
  }
  const failureOf = (error: unknown) => outboundFailure(failure ?? error)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted === true) abort()
  try {
    const response = await (guard === null
      ? open(request, ending)
      : openGuarded(request, guard, ending))
    const close = () => {
      forget()
      response.close()
    }
    return { response, failureOf, close }
  } catch (error) {
    forget()
    throw failureOf(error)
  }
}

/** At least this much is read of a body that is announced as too large: enough to see what it is. */
export const beginningBytes = 200

async function* limited(
  response: OpenResponse,
  bytesMax: number,
  failureOf: (error: unknown) => OutboundFailure,
  close: () => void,
): AsyncGenerator<Uint8Array, void> {
  const isAnnounced = announcedBytes(response) > bytesMax
  let bytes = 0
  try {
    for await (const chunk of response.body) {
      bytes += chunk.byteLength
      if (bytes > bytesMax) throw new OutboundFailure('body_too_large')
      yield chunk
      if (isAnnounced && bytes >= beginningBytes) throw new OutboundFailure('body_too_large')
    }
  } catch (error) {
    throw failureOf(error)
  } finally {
    close()
  }
}

async function readText(response: OpenResponse, bytesMax: number): Promise<string> {
  const isAnnounced = announcedBytes(response) > bytesMax
  const chunks: Uint8Array[] = []
  let bytes = 0
  await response.read((chunk) => {
    bytes += chunk.byteLength
    if (bytes > (isAnnounced ? 0 : bytesMax)) throw new OutboundFailure('body_too_large')
    chunks.push(chunk)
  })
  return Buffer.concat(chunks, bytes).toString()
}

/** The length that a response states for its body. None counts for a compressed one, whose limit is for the text. */
const announcedBytes = ({ header }: OpenResponse): number =>
  header('content-encoding') === null ? Number(header('content-length') ?? 0) : 0

/** Origins that have responded, to which Node may keep connections: those that the operator configured. */
const responsive = new Set<string>()
/** Of a connection that the other side closed. */
const closedCodes: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])
/** A connection that was closed before its use fails within this time. Later, the server has failed at its work. */
const closedBeforeMs = 1_000

/**
 * Over Node's pool of connections, and through its proxy where one is configured. A server may close a kept connection
 * at the moment of its next use: a request that may have used one, and whose connection closes within a second without a
 * response, is sent once more. This is safe, because requests without a guard only read (RFC 9110, section 9.2.2).
 */
async function open(
  { url, method, headers, body }: Omit<BoundedRequest, 'readsErrorBody'>,
  ending: Ending,
): Promise<OpenResponse> {
  const ended = new AbortController()
  ending.onEnd((failure) => ended.abort(failure))
  const { signal } = ended
  const send = () => fetch(url, { method, headers, body, redirect: 'manual', signal })
  const [mayBeKept, sentAt] = [responsive.has(url.origin), performance.now()]
  const response = await send().catch((error: unknown) => {
    const isClosed = closedCodes.has(outboundFailure(error).code)
    if (mayBeKept && isClosed && performance.now() - sentAt < closedBeforeMs) return send()
    throw error
  })
  responsive.add(url.origin)
  const content: AsyncIterable<Uint8Array> = response.body ?? emptyBody()
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    body: content,
    async read(take) {
      for await (const chunk of content) take(chunk)
    },
    close: () => void response.body?.cancel().catch(() => {}),
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

/** Most servers keep an idle connection for five seconds and longer. One that Ken drops earlier is rarely closed at its next use. */
const idleMs = 4_000

/** The kept connections of a guard, each to an address that the guard has checked. */
type Agents = { readonly 'http:': Agent; readonly 'https:': Agent }
const agentsOf = new WeakMap<OutboundGuard, Agents>()

function agentOf(guard: OutboundGuard, { protocol }: URL): Agent {
  let agents = agentsOf.get(guard)
  if (agents === undefined) {
    const options = { keepAlive: true, timeout: idleMs }
    agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) }
    agentsOf.set(guard, agents)
  }
  return protocol === 'https:' ? agents['https:'] : agents['http:']
}

/**
 * Over the connections of its guard, without a proxy. Not by `fetch`, which takes no lookup. Uses events, because signals
 * and iterators of streams take longer.
 */
async function openGuarded(
  { url, method, headers, body }: Omit<BoundedRequest, 'readsErrorBody'>,
  guard: OutboundGuard,
  ending: Ending,
): Promise<OpenResponse> {
  guard.checkUrl(url)
  const early = ending.failure()
  if (early !== null) throw early
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method,
    headers,
    lookup: guard.lookup,
    agent: agentOf(guard, url),
  })
  ending.onEnd((failure) => void request.destroy(failure))
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    // It stays, because a connection can fail more than once.
    request.on('error', reject).on('response', resolve)
    // The only event of a response that switches to another protocol.
    request.on('close', () => reject(new Error('The connection ended without a response.')))
    request.end(body)
  })
  return {
    status: response.statusCode ?? 0,
    header: (name) => response.headers[name]?.toString() ?? null,
    body: response,
    read: (take) => readByEvents(response, take),
    close: () => void (response.readableEnded || request.destroy()),
  }
}

const readByEvents = (
  response: IncomingMessage,
  take: (chunk: Uint8Array) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    response
      .on('data', (chunk: Uint8Array) => {
        try {
          take(chunk)
        } catch (error) {
          reject(error)
          response.destroy()
        }
      })
      .on('end', resolve)
      .on('error', reject)
      .on('close', () => reject(new Error('The response ended before its body did.')))
  })
