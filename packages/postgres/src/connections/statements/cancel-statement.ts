import { connect } from 'node:net'
import type { ClientBase } from 'pg'

/** Fields of the driver that its types omit. */
type Backend = {
  readonly host: string
  readonly port: number
  readonly processID: number
  readonly secretKey: number
}

const cancelCode = 80_877_102
const requestBytes = 16

const timeoutMs = 500

/**
 * Cancels the statement that runs on a connection, with the cancel request of PostgreSQL's
 * protocol. Resolves when the server has forwarded the request, and rejects after half a second.
 * Run nothing else on the connection until then: the request could cancel the next statement.
 */
export function cancelStatement(client: ClientBase): Promise<void> {
  const { host, port, processID, secretKey } = client as unknown as Backend // The driver's types omit these fields.
  const request = Buffer.alloc(requestBytes)
  for (const [place, value] of [requestBytes, cancelCode, processID, secretKey].entries())
    request.writeInt32BE(value, place * 4)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.setTimeout(timeoutMs, () =>
    socket.destroy(new Error('The server did not take the cancel request in time.')),
  )
  socket.on('connect', () => socket.write(request))
  // The server sends no reply. It closes the connection when it has forwarded the request.
  socket.on('data', () => {})
  socket.on('error', reject)
  socket.on('close', () => resolve())
  return promise
}
