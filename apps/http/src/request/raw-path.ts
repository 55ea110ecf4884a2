import { incomingOf } from './incoming.ts'

/**
 * The path exactly as it was sent, nothing decoded, resolved or folded: a route has one spelling and
 * every other one is unknown, so no second spelling passes a check by (R77).
 */
export function rawPath(request: Request, options?: { readonly env?: unknown }): string {
  const target = incomingOf(options?.env)?.url ?? request.url.slice(request.url.indexOf('/', 'https://'.length))
  const end = target.search(/[?#]/)
  const path = end === -1 ? target : target.slice(0, end)
  // Other forms of request target (`http://host/path`, `*`) must match no route.
  return path.startsWith('/') ? path : `//${path}`
}
