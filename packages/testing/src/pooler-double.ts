import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** What PgBouncer takes from a client that connects, unless `ignore_startup_parameters` names more. */
const startupParameters = ['user', 'database', 'client_encoding', 'datestyle', 'timezone', 'standard_conforming_strings']
const sslRequest = 80_877_103
const trusted = 0

/** A connection pooler that refuses as PgBouncer does, on the wire. */
export type PoolerDouble = { readonly url: string; readonly close: () => Promise<void> }

/**
 * `startup` refuses startup parameters, as PgBouncer does before its defaults are changed; `statements` takes them and has
 * forgotten every prepared statement, as another connection of a pool in transaction mode would.
 */
export async function poolerDouble(refusal: 'startup' | 'statements'): Promise<PoolerDouble> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    serve(socket, refusal)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `postgres://ken@127.0.0.1:${(server.address() as AddressInfo).port}/ken`,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function serve(socket: Socket, refusal: 'startup' | 'statements'): void {
  let isStarted = false
  let received = Buffer.alloc(0)
  socket.on('data', (data: Buffer) => {
    received = Buffer.concat([received, data])
    for (;;) {
      const head = isStarted ? 1 : 0
      if (received.length < head + 4) return
      const end = head + received.readInt32BE(head)
      if (received.length < end) return
      const message = received.subarray(0, end)
      received = received.subarray(end)
      if (isStarted) answer(socket, String.fromCodePoint(message[0]!))
      else isStarted = start(socket, message, refusal)
    }
  })
}

/** Whether the client is in. */
function start(socket: Socket, message: Buffer, refusal: 'startup' | 'statements'): boolean {
  if (message.readInt32BE(4) === sslRequest) {
    socket.write('N')
    return false
  }
  const names = message
    .subarray(8)
    .toString()
    .split('\0')
    .filter((_, position) => position % 2 === 0)
  const unsupported = names.find(
    (name) => name !== '' && ![...startupParameters, 'application_name'].includes(name.toLowerCase()),
  )
  if (refusal === 'startup' && unsupported !== undefined) {
    socket.end(refused('FATAL', '08P01', `unsupported startup parameter: ${unsupported}`))
    return false
  }
  socket.write(Buffer.concat([packet('R', int32(trusted)), ready]))
  return true
}

function answer(socket: Socket, kind: string): void {
  if (kind === 'Q') socket.write(Buffer.concat([packet('C', Buffer.from('SELECT 0\0')), ready]))
  if (kind === 'S') socket.write(Buffer.concat([refused('ERROR', '26000', 'prepared statement "version" does not exist'), ready]))
  if (kind === 'X') socket.end()
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const packet = (kind: string, body: Buffer): Buffer => Buffer.concat([Buffer.from(kind), int32(body.length + 4), body])
const refused = (severity: string, code: string, message: string): Buffer =>
  packet('E', Buffer.from(`S${severity}\0C${code}\0M${message}\0\0`))
const ready = packet('Z', Buffer.from('I'))
