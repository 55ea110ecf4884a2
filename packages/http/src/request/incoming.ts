import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiContext } from '../api-context.ts'

/** The Node.js request that the server binds; undefined if another program calls the app. */
export const incomingOf = (bindings: unknown): IncomingMessage | undefined =>
  (bindings as { readonly incoming?: IncomingMessage } | undefined)?.incoming

/** The address of the client: from the socket, otherwise from the portal. */
export const peerOf = (bindings: unknown): string | undefined =>
  incomingOf(bindings)?.socket.remoteAddress ??
  (bindings as { readonly address?: string | null } | undefined)?.address ??
  undefined

/** The Node.js response that the server binds; undefined if another program calls the app. */
export const outgoingOf = (bindings: unknown): ServerResponse | undefined =>
  (bindings as { readonly outgoing?: ServerResponse } | undefined)?.outgoing

/** Aborts when the client disconnects before the response is complete. */
export function disconnection(context: ApiContext): AbortSignal {
  const outgoing = outgoingOf(context.env)
  if (outgoing === undefined) return context.req.raw.signal
  const ending = new AbortController()
  const end = () => {
    if (!outgoing.writableFinished) ending.abort()
  }
  if (outgoing.destroyed) end()
  else outgoing.once('close', end)
  return ending.signal
}
