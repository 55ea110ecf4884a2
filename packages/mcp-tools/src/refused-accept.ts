import { idOf } from './revisions.ts'

const required: readonly string[] = ['application/json', 'text/event-stream']

/** The response to a message of 2025 whose client does not accept both forms of a response; null for all others. */
export function refusedAccept({ headers }: Request, body: object): Response | null {
  const accept = (headers.get('accept') ?? '').toLowerCase()
  if (required.every((type) => accept.includes(type))) return null
  const message = `Send the header Accept: ${required.join(', ')}. A response is either of them.`
  return Response.json(
    { jsonrpc: '2.0', id: idOf(body), error: { code: -32_000, message } },
    { status: 406 },
  )
}

/** The same request without capitals in `Accept`, for the SDK: it compares media types as they are written. */
export function withPlainAccept(request: Request): Request {
  const accept = request.headers.get('accept') ?? ''
  if (accept === accept.toLowerCase()) return request
  const headers = new Headers(request.headers)
  headers.set('accept', accept.toLowerCase())
  return new Request(request.url, { method: request.method, headers, signal: request.signal })
}
