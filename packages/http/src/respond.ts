import type { TypedResponse } from 'hono'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import type { ApiContext } from './api-context.ts'
import { incomingOf, outgoingOf } from './request/incoming.ts'

const complete = new WeakSet<Response>()
const texts = new WeakMap<Response, string>()

/** Reads the response to an internal request. Reading its stream would cost as much as a search. */
export const textOf = async (response: Response): Promise<string> =>
  texts.get(response) ?? response.text()

/**
 * Creates a response with the collected and the given headers. A plain record is much faster than `context.header`,
 * which matters for every search.
 */
export function respond(
  context: ApiContext,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null,
  status: StatusCode,
  headers: { readonly [name: string]: string },
): Response {
  const [cookie, ...otherCookies] = context.get('cookies')
  const collected = {
    ...context.get('headers'),
    ...headers,
    ...(cookie !== undefined && { 'Set-Cookie': cookie }),
  }
  const sent = body instanceof ReadableStream ? brokenOffOnError(context, body) : body
  const response = new Response(sent, { status, headers: collected })
  addCookies(response, otherCookies)
  complete.add(response)
  if (typeof body === 'string' && incomingOf(context.env) === undefined) texts.set(response, body)
  return response
}

/**
 * A stream whose error ends the connection, so that its reader does not take what arrived for all of it. The adapter of
 * Node.js would also print the error, which is logged elsewhere.
 */
function brokenOffOnError(
  { env }: ApiContext,
  stream: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> {
  const outgoing = outgoingOf(env)
  if (outgoing === undefined) return stream
  const reader = stream.getReader()
  // At once, also while the client takes nothing.
  reader.closed.catch(() => outgoing.destroy())
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const read = await reader.read().catch(() => null)
        if (read?.done === true) controller.close()
        else if (read !== null) controller.enqueue(read.value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/** Adds one header per cookie. Reading the headers of a response builds them all, so this happens only for cookies. */
function addCookies(response: Response, cookies: readonly string[]): void {
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
}

/** Responds with JSON, in a type that the compiler compares with the declaration of the route. */
export const respondJson = <Body extends object, Status extends ContentfulStatusCode>(
  context: ApiContext,
  body: Body,
  status: Status,
) =>
  respond(context, JSON.stringify(body), status, {
    'Content-Type': 'application/json',
  }) as Response & TypedResponse<Body, Status, 'json'>

/** Responds 204, without a body. */
export const respondNoContent = (context: ApiContext) =>
  respond(context, null, 204, {}) as Response & TypedResponse<object, 204, string>

/** Responds 202, without a body. */
export const respondAccepted = (context: ApiContext) =>
  respond(context, null, 202, {}) as Response & TypedResponse<object, 202, string>

/** Responds with server-sent events. A proxy, or a portal that compresses, must not collect them. */
export const respondEvents = (context: ApiContext, events: ReadableStream<Uint8Array>) =>
  respond(context, events, 200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  }) as Response & TypedResponse<string, 200, 'text'>

/** Responds with a file, streamed as a download. */
export const respondFile = (
  context: ApiContext,
  file: {
    readonly name: string
    readonly type: string
    readonly content: ReadableStream<Uint8Array>
  },
) =>
  respond(context, file.content, 200, {
    'Content-Type': file.type,
    'Content-Disposition': `attachment; filename="${file.name}"`,
  }) as Response & TypedResponse<string, 200, 'text'>

/** Adds the collected headers to a response that was created another way; its own headers win. */
export function completeResponse(context: ApiContext): void {
  if (complete.has(context.res)) return
  const { headers } = context.res
  addCookies(context.res, context.get('cookies'))
  for (const [name, value] of Object.entries(context.get('headers')))
    if (!headers.has(name)) headers.set(name, value)
}
