import { once } from 'node:events'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { OutboundFailure, outboundFailure } from './outbound-failure.ts'
import type { OutboundGuard } from './outbound-guard.ts'
import { retryAfter } from './retry-after.ts'

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
  /** Null for an address that only the operator can set. */
  readonly guard: OutboundGuard | null
  /** Calls back once, later; the returned function cancels. For tests. */
  readonly after?: (milliseconds: number, callback: () => void) => () => void
}
export type BoundedResponse = {
  readonly status: number
  readonly retryAfterSeconds: number | null
  readonly text: string
}

/** A response whose body is still to be read or closed. */
type OpenResponse = {
  readonly status: number
  readonly retryAfter: string | null | undefined
  readonly body: AsyncIterable<Uint8Array>
  readonly close: () => void
}

const afterWithTimer: NonNullable<BoundedRequest['after']> = (milliseconds, callback) => {
  const timer = setTimeout(callback, milliseconds)
  return () => clearTimeout(timer)
}

/**
 * One request, bounded in time and size. Follows no redirect, because it would lead elsewhere. Throws `OutboundFailure`
 * for everything except a complete response of any status.
 */
export async function boundedFetch(request: BoundedRequest): Promise<BoundedResponse> {
  const { timeoutMs, bodyBytesMax, readsErrorBody, guard, after = afterWithTimer } = request
  const end = new AbortController()
  const cancelTimeout = after(timeoutMs, () => end.abort(new OutboundFailure('timed_out')))
  const abort = () => end.abort(new OutboundFailure('aborted'))
  request.signal?.addEventListener('abort', abort)
  if (request.signal?.aborted === true) abort()
  try {
    const response = await (guard === null
      ? open(request, end.signal)
      : openGuarded(request, guard, end.signal))
    try {
      const isRead = readsErrorBody || (response.status >= 200 && response.status < 300)
      return {
        status: response.status,
        retryAfterSeconds: retryAfter(response.retryAfter),
        text: isRead ? await readText(response.body, bodyBytesMax) : '',
      }
    } finally {
      response.close()
    }
  } catch (error) {
    throw outboundFailure(end.signal.aborted ? end.signal.reason : error)
  } finally {
    cancelTimeout()
    request.signal?.removeEventListener('abort', abort)
  }
}

/** Over Node's pool of connections, and through its proxy where one is configured. */
async function open(
  { url, method, headers, body }: BoundedRequest,
  signal: AbortSignal,
): Promise<OpenResponse> {
  const response = await fetch(url, { method, headers, body, redirect: 'manual', signal })
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: response.body ?? emptyBody(),
    close: () => void response.body?.cancel().catch(() => {}),
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

/** Over a connection of its own, without a proxy. Not by `fetch`, which takes no lookup. */
async function openGuarded(
  { url, method, headers, body }: BoundedRequest,
  guard: OutboundGuard,
  signal: AbortSignal,
): Promise<OpenResponse> {
  guard.checkUrl(url)
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method,
    headers,
    lookup: guard.lookup,
    agent: false,
    signal,
  })
  // In addition to the awaited one: a connection can fail more than once.
  request.on('error', () => {})
  const [response] = (await once(request.end(body), 'response')) as [IncomingMessage]
  return {
    status: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'],
    body: response,
    close: () => void request.destroy(),
  }
}

async function readText(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > bytesMax) throw new OutboundFailure('body_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
