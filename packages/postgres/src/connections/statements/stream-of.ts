import type { Socket } from 'node:net'
import type { ClientBase } from 'pg'

/** The stream to the server. With TLS, this is the encrypted one over the socket that the driver was given. */
export const streamOf = (client: ClientBase): Socket =>
  (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream // The driver's types omit this field.
