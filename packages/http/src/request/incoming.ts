import type { IncomingMessage } from 'node:http'

/** The Node.js request that the server binds; undefined if another program calls the app. */
export const incomingOf = (bindings: unknown): IncomingMessage | undefined =>
  (bindings as { readonly incoming?: IncomingMessage } | undefined)?.incoming

/** The address of the client: from the socket, otherwise from the portal. */
export const peerOf = (bindings: unknown): string | undefined =>
  incomingOf(bindings)?.socket.remoteAddress ??
  (bindings as { readonly address?: string | null } | undefined)?.address ??
  undefined
