import type { IncomingMessage } from 'node:http'
import { incomingOf } from './incoming.ts'

/**
 * The path exactly as it was sent, without decoding or normalization: a route has one spelling, and no other
 * spelling can bypass a check.
 */
export function rawPath(request: Request, options?: { readonly env?: unknown }): string {
  const target =
    targetOf(incomingOf(options?.env)) ??
    request.url.slice(request.url.indexOf('/', 'https://'.length))
  const end = target.search(/[?#]/)
  const path = end === -1 ? target : target.slice(0, end)
  // Other forms of request target (`http://host/path`, `*`) must match no route.
  return path.startsWith('/') ? path : `//${path}`
}

/** Express removes the mount path from `url` and keeps the full path as `originalUrl`. */
const targetOf = (
  incoming: (IncomingMessage & { readonly originalUrl?: string }) | undefined,
): string | undefined => incoming?.originalUrl ?? incoming?.url
