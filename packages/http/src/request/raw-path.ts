import type { IncomingMessage } from 'node:http'
import { incomingOf } from './incoming.ts'

/**
 * The path exactly as it was sent, without decoding or normalization: a route has one spelling, and no other
 * spelling can bypass a check. The absolute form `http://host/path` has the same path: servers must accept it (RFC 9112,
 * section 3.2.2).
 */
export function rawPath(request: Request, options?: { readonly env?: unknown }): string {
  const target =
    targetOf(incomingOf(options?.env)) ??
    request.url.slice(request.url.indexOf('/', 'https://'.length))
  const origin = /^https?:\/\/[^/?#@]+(?=\/)/.exec(target)?.[0] ?? ''
  const end = target.search(/[?#]/)
  const path = target.slice(origin.length, end === -1 ? undefined : end)
  // Other forms of request target, such as `*`, must match no route.
  return path.startsWith('/') ? path : `//${path}`
}

/** Express removes the mount path from `url` and keeps the full path as `originalUrl`. */
const targetOf = (
  incoming: (IncomingMessage & { readonly originalUrl?: string }) | undefined,
): string | undefined => incoming?.originalUrl ?? incoming?.url
