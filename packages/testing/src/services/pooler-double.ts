import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** What PgBouncer takes from a client that connects, unless `ignore_startup_parameters` names more. */
const startupParameters = [
  'user',
  'database',
  'client_encoding',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
]
const sslRequest = 80_877_103
const trusted = 0

/** A connection pooler that refuses as PgBouncer does, on the wire. */
export type PoolerDouble = { readonly url: string; readonly close: () => Promise<void> }

/**
 * `startup` refuses startup parameters, as PgBouncer does before its defaults are changed. The others take them: `statements`
 * has forgotten every prepared statement, as another session of a pool in transaction mode would; `one session` lends the
 * same session to all clients, `changing sessions` the next of two for each statement.
 */
export type PoolerFault = 'startup' | 'statements' | 'one session' | 'changing sessions'

export async function poolerDouble(fault: PoolerFault): Promise<PoolerDouble> {
  const sockets = new Set<Socket>()
  const nextSession = sessionsOf(fault)
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    serve(socket, fault, nextSession(socket))
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

/** Which session of the server a statement of a client runs in. */
function sessionsOf(fault: PoolerFault): (socket: Socket) => () => number {
  let count = 0
  const next = () => (count += 1)
  if (fault === 'one session') return () => () => 1
  if (fault === 'changing sessions') return () => () => next() % 2
  return () => {
    const own = next()
    return () => own
  }
}

function serve(socket: Socket, fault: PoolerFault, session: () => number): void {
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
      if (isStarted) answer(socket, message, fault, session)
      else isStarted = start(socket, message, fault)
    }
  })
}

/** Whether the client is in. */
function start(socket: Socket, message: Buffer, fault: PoolerFault): boolean {
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
    (name) =>
      name !== '' && ![...startupParameters, 'application_name'].includes(name.toLowerCase()),
  )
  if (fault === 'startup' && unsupported !== undefined) {
    socket.end(refused('FATAL', '08P01', `unsupported startup parameter: ${unsupported}`))
    return false
  }
  socket.write(Buffer.concat([packet('R', int32(trusted)), ready]))
  return true
}

function answer(socket: Socket, message: Buffer, fault: PoolerFault, session: () => number): void {
  const kind = String.fromCodePoint(message[0]!)
  if (kind === 'Q' && message.includes('pg_backend_pid'))
    socket.write(Buffer.concat([oneNumber('pid', session()), ready]))
  else if (kind === 'Q')
    socket.write(Buffer.concat([packet('C', Buffer.from('SELECT 0\0')), ready]))
  if (kind === 'S' && fault === 'statements')
    socket.write(
      Buffer.concat([
        refused('ERROR', '26000', 'prepared statement "version" does not exist'),
        ready,
      ]),
    )
  else if (kind === 'S')
    socket.write(Buffer.concat([packet('1'), packet('2'), oneNumber('version', 180_000), ready]))
  if (kind === 'X') socket.end()
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const int16 = (value: number): Buffer => int32(value).subarray(2)
const int4 = 23
const unspecified = -1

/** One row of one column. */
function oneNumber(name: string, value: number): Buffer {
  const text = Buffer.from(String(value))
  const column = Buffer.concat([
    Buffer.from(`${name}\0`),
    int32(0),
    int16(0),
    int32(int4),
    int16(4),
    int32(unspecified),
    int16(0),
  ])
  return Buffer.concat([
    packet('T', Buffer.concat([int16(1), column])),
    packet('D', Buffer.concat([int16(1), int32(text.length), text])),
    packet('C', Buffer.from('SELECT 1\0')),
  ])
}

const packet = (kind: string, body: Buffer = Buffer.alloc(0)): Buffer =>
  Buffer.concat([Buffer.from(kind), int32(body.length + 4), body])
const refused = (severity: string, code: string, message: string): Buffer =>
  packet('E', Buffer.from(`S${severity}\0C${code}\0M${message}\0\0`))
const ready = packet('Z', Buffer.from('I'))
