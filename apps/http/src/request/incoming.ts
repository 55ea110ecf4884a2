import type { IncomingMessage } from 'node:http'

/** Node's side of a request, from what the server binds to it; undefined when the app is called by something else. */
export const incomingOf = (bindings: unknown): IncomingMessage | undefined =>
  (bindings as { readonly incoming?: IncomingMessage } | undefined)?.incoming
