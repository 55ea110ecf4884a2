import type { TypedResponse } from 'hono'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import type { SurfaceContext } from './surface.ts'

const complete = new WeakSet<Response>()

/**
 * Answers with the headers that the request has gathered, and these. A plain record of headers costs
 * a fraction of what `context.header` does, and every search pays for it.
 */
export function answer(
  context: SurfaceContext,
  body: string | ReadableStream<Uint8Array> | null,
  status: StatusCode,
  headers: { readonly [name: string]: string },
): Response {
  const [cookie, ...otherCookies] = context.get('cookies')
  const gathered = { ...context.get('headers'), ...headers, ...(cookie !== undefined && { 'Set-Cookie': cookie }) }
  const response = new Response(body, { status, headers: gathered })
  addCookies(response, otherCookies)
  complete.add(response)
  return response
}

/** One header per cookie. Reading the headers of a response builds them all, so this reads them only for a cookie. */
function addCookies(response: Response, cookies: readonly string[]): void {
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
}

/** Answers with JSON, in a type that a route's declaration is compared with. */
export const answerJson = <Body extends object, Status extends ContentfulStatusCode>(
  context: SurfaceContext,
  body: Body,
  status: Status,
) =>
  answer(context, JSON.stringify(body), status, { 'Content-Type': 'application/json' }) as Response &
    TypedResponse<Body, Status, 'json'>

/** Answers that it is done, and nothing else. */
export const answerDone = (context: SurfaceContext) =>
  answer(context, null, 204, {}) as Response & TypedResponse<object, 204, string>

/** Answers that it will be done, and nothing else. */
export const answerAccepted = (context: SurfaceContext) =>
  answer(context, null, 202, {}) as Response & TypedResponse<object, 202, string>

/** Answers with a file that is written while it is sent. */
export const answerFile = (
  context: SurfaceContext,
  file: { readonly name: string; readonly type: string; readonly content: ReadableStream<Uint8Array> },
) =>
  answer(context, file.content, 200, {
    'Content-Type': file.type,
    'Content-Disposition': `attachment; filename="${file.name}"`,
  }) as Response & TypedResponse<string, 200, 'text'>

/** Puts the gathered headers on an answer that was made another way; what it says itself stays. */
export function completeAnswer(context: SurfaceContext): void {
  if (complete.has(context.res)) return
  const { headers } = context.res
  addCookies(context.res, context.get('cookies'))
  for (const [name, value] of Object.entries(context.get('headers'))) if (!headers.has(name)) headers.set(name, value)
}
