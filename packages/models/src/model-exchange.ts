import { setTimeout } from 'node:timers/promises'
import { boundedFetch, boundedStream, outboundFailure, type BoundedStream } from '@ken/outbound'
import { ModelFailure, networkFailure, refusalFailure, statusFailure } from './model-failure.ts'
import { credentialHeader, type ModelProvider } from './model-providers.ts'

/** The address of a model server, and the headers that every request to it has. */
export type ModelEndpoint = {
  readonly provider: ModelProvider
  readonly baseUrl: string
  readonly hasKey: boolean
  readonly headers: Readonly<Record<string, string>>
}

const bodyBytesMax = 8 * 1024 * 1024

/** Checks address and key. Its errors do not show them: both may hold a secret. */
export function modelEndpoint(
  name: string,
  {
    url,
    key,
    provider = 'openai-compatible',
  }: {
    readonly url: string
    readonly key: string | null
    readonly provider?: ModelProvider | undefined
  },
): ModelEndpoint {
  const base = URL.parse(url)
  if (base === null || !/^https?:$/.test(base.protocol))
    throw new Error(`The address of the ${name} is not an http or https URL.`)
  if (base.username || base.password)
    throw new Error(
      `The address of the ${name} contains a user or password: set the key separately.`,
    )
  if (key !== null && !/^[\x21-\x7e]+$/.test(key))
    throw new Error(
      `The key of the ${name} has a space, a line break or another character that a header cannot carry.`,
    )
  base.pathname = base.pathname.replace(/\/+$/, '')
  const headers = {
    'content-type': 'application/json',
    ...(key !== null && credentialHeader(provider, key)),
  }
  return { provider, baseUrl: base.href.replace(/\/$/, ''), hasKey: key !== null, headers }
}

/**
 * Sends one request and returns the body of the response. Throws `ModelFailure` for everything that goes wrong; the time
 * limit runs until the last byte. Follows no redirect, which would carry the texts and the key to another address.
 */
export async function exchange(
  { baseUrl, headers }: ModelEndpoint,
  path: string,
  json: string,
  timeoutMs: number,
): Promise<string> {
  const response = await boundedFetch({
    url: new URL(`${baseUrl}${path}`),
    method: 'POST',
    headers,
    body: json,
    timeoutMs,
    bodyBytesMax,
    readsErrorBody: false,
    // Only the operator sets the address.
    guard: null,
  }).catch((error: unknown) => {
    throw networkFailure(outboundFailure(error), { timeoutMs, bodyBytesMax })
  })
  if (response.status < 200 || response.status >= 300) throw statusFailure(response.status)
  return response.text
}

/** The size up to which the reason of a refusal is read. */
const refusalBytesMax = 16 * 1024

/**
 * A `fetch` for a library of the provider. It reaches the endpoint only, sends Ken's key instead of the library's, and
 * is bounded like `exchange`. Throws `ModelFailure`, also while the body is read.
 */
export function endpointFetch(
  endpoint: ModelEndpoint,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): typeof fetch {
  const failed = (error: unknown): never => {
    throw networkFailure(outboundFailure(error), { timeoutMs, bodyBytesMax })
  }
  const failedMidway = (error: unknown): never => {
    if (outboundFailure(error).fault !== 'timed_out') return failed(error)
    throw new ModelFailure(`its answer was not complete within ${timeoutMs} ms`)
  }
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!url.href.startsWith(`${endpoint.baseUrl}/`))
      throw new Error('A request to a model must stay below its address.')
    const version = new Headers(init?.headers).get('anthropic-version')
    const response = await boundedStream({
      url,
      method: 'POST',
      headers: { ...endpoint.headers, ...(version !== null && { 'anthropic-version': version }) },
      body: await new Response(init?.body).text(),
      timeoutMs,
      bodyBytesMax,
      signal,
      // Only the operator sets the address.
      guard: null,
    }).catch(failed)
    if (response.status < 200 || response.status >= 300)
      throw refusalFailure(response.status, {
        hasKey: endpoint.hasKey,
        body: await beginningOf(response),
      })
    const pieces = response.body[Symbol.asyncIterator]()
    const isLast = lastEventFinder()
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await pieces.next().catch(failedMidway)
        if (done === true) return controller.close()
        controller.enqueue(value)
        if (!isLast(value)) return
        // A response that ends by itself leaves its connection for the next one; the caller ends any other.
        await Promise.race([
          pieces.next().catch(() => {}),
          setTimeout(endingMs, undefined, { ref: false }),
        ])
        controller.close()
      },
      cancel: async () => void (await pieces.return?.()),
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
}

/** The event with which a provider ends an answer, at the start of a line: JSON has no line breaks within. */
const lastEvent = /(?:^|\n)(?:data: ?\[DONE\]|event: ?message_stop\r?\ndata:[^\n]*\n)\r?\n/
const lastEventLengthMax = 1_024
/** How long a response may take to end after its last event. */
const endingMs = 200

/** Whether the pieces so far have the last event: some servers keep the response open after it. */
function lastEventFinder(): (piece: Uint8Array) => boolean {
  let end = ''
  return (piece) => {
    const text = end + Buffer.from(piece).toString('latin1')
    end = text.slice(-lastEventLengthMax)
    return lastEvent.test(text)
  }
}

/** The beginning of a body; what was received if it fails. */
async function beginningOf({ body }: BoundedStream): Promise<string> {
  let text = ''
  try {
    for await (const chunk of body) {
      text += Buffer.from(chunk).toString()
      if (text.length > refusalBytesMax) break
    }
  } catch {
    // The status says enough.
  }
  return text
}
