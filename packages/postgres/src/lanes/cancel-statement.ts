import { connect } from 'node:net'
import type { ClientBase } from 'pg'

/** What the driver knows of its server's process, which its types leave out. */
type Backend = { readonly host: string; readonly port: number; readonly processID: number; readonly secretKey: number }

const cancelCode = 80_877_102
const requestBytes = 16

const timeoutMs = 500

/**
 * Asks the server to end what runs on a connection, by the cancel request of PostgreSQL's protocol. Resolves when the
 * server has passed it on, and rejects when that takes long. Until then, the next statement of the
 * connection could be the one that is hit.
 */
export function cancelStatement(client: ClientBase): Promise<void> {
  const { host, port, processID, secretKey } = client as unknown as Backend // The driver has these fields, which its types leave out.
  const request = Buffer.alloc(requestBytes)
  for (const [place, value] of [requestBytes, cancelCode, processID, secretKey].entries()) request.writeInt32BE(value, place * 4)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('The server did not take the cancel request in time.')))
  socket.on('connect', () => socket.write(request))
  // The server says nothing, and closes once the signal is on its way.
  socket.on('data', () => {})
  socket.on('error', reject)
  socket.on('close', () => resolve())
  return promise
}
