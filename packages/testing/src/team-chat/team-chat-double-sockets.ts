import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { DoubleConnection } from './team-chat-double-connection.ts'
import {
  isDoubleId,
  userOfToken,
  type DoubleUser,
  type DoubleWorld,
} from './team-chat-double-world.ts'

/** An upgrade as the double saw it. */
export type DoubleUpgrade = {
  readonly connectionId: string | null
  readonly sequenceNumber: string | null
  readonly authorization: string | null
  readonly origin: string | null
  readonly extensions: string | null
}

/** What a test can do to the sockets of a double. */
export type DoubleSockets = {
  readonly upgrades: readonly DoubleUpgrade[]
  readonly openCount: () => number
  /** Ends every TCP connection without a word (1006); the connections can be taken up again. */
  readonly drop: () => void
  /** As `drop`, and the server has forgotten the connections: it was started again. */
  readonly restart: () => void
  /** What a queue that is too full does: an empty close frame (1005), and the connections are forgotten. */
  readonly overflow: () => void
  /** Sends nothing any more, and closes nothing. */
  readonly mute: () => void
  readonly skipSequence: (count: number) => void
  readonly replay: (count: number) => void
  /** Any frame, to every open socket. */
  readonly sendRaw: (frame: string | Buffer) => void
  /** A text in as many fragments as it has bytes. */
  readonly sendInBytes: (text: string) => void
  /** Pings every open socket; how many there are when all have answered. */
  readonly ping: () => Promise<number>
  /** Refuses upgrades with a status; null takes them again. */
  readonly refuse: (status: number | null) => void
}

const clientFrameBytesMax = 8_192

/** Serves the WebSocket. An upgrade without a good token is taken all the same, and dropped in silence after `authCheckMs`. */
export function doubleSockets(world: DoubleWorld, authCheckMs: number) {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: clientFrameBytesMax,
    perMessageDeflate: false,
  })
  const connections = new Set<DoubleConnection>()
  const upgrades: DoubleUpgrade[] = []
  let refusedWith: number | null = null
  let isMute = false

  const forget = () => connections.clear()
  const open = () => [...connections].filter(({ isActive }) => isActive)
  world.listeners.add((event) => {
    if (isMute) return
    for (const connection of connections)
      if (!connection.deliver(event)) connections.delete(connection)
  })

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { headers } = request
    const query = new URL(request.url ?? '', 'http://double').searchParams
    upgrades.push({
      connectionId: query.get('connection_id'),
      sequenceNumber: query.get('sequence_number'),
      authorization: headers.authorization ?? null,
      origin: headers.origin ?? null,
      extensions: headers['sec-websocket-extensions'] ?? null,
    })
    if (refusedWith !== null) {
      // The client may reset the connection.
      socket.on('error', () => {})
      socket.end(
        `HTTP/1.1 ${refusedWith} Refused\r\nRetry-After: 9, 9\r\nConnection: close\r\n\r\n`,
      )
      return
    }
    server.handleUpgrade(request, socket, head, (accepted) =>
      admit(
        accepted,
        userOfToken(world, headers.authorization?.replace(/^(Bearer|token) /i, '') ?? null),
        query,
      ),
    )
  }

  function admit(socket: WebSocket, user: DoubleUser | null, query: URLSearchParams): void {
    const id = user === null ? '' : (query.get('connection_id') ?? '')
    const sequence = query.get('sequence_number') ?? ''
    if (id !== '' && !isDoubleId(id)) return socket.terminate()
    const known = [...connections].find(
      (connection) => connection.id === id && user !== null && connection.belongsTo(user),
    )
    const resumed = known?.isActive === false ? known : null
    if (resumed !== null && !/^\d+$/.test(sequence)) return socket.terminate()
    const connection = resumed ?? new DoubleConnection(world)
    connections.add(connection)
    attach(connection, socket)
    if (resumed !== null) resumed.resume(Number(sequence))
    else if (user !== null) connection.greet(user)
  }

  function attach(connection: DoubleConnection, socket: WebSocket): void {
    connection.socket = socket
    const check = setTimeout(() => {
      if (connection.isAuthenticated) return
      connections.delete(connection)
      socket.terminate()
    }, authCheckMs)
    socket.on('message', (data: Buffer, isBinary) => {
      if (isMute) return
      try {
        if (isBinary) throw new Error('no msgpack')
        connection.receive(data.toString())
      } catch {
        socket.terminate()
      }
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(check)
      connection.socket = null
    })
  }

  const controls: DoubleSockets = {
    upgrades,
    openCount: () => open().length,
    drop: () => open().forEach(({ socket }) => socket?.terminate()),
    restart: () => {
      controls.drop()
      forget()
    },
    overflow: () => {
      open().forEach(({ socket }) => socket?.close())
      forget()
    },
    mute: () => {
      isMute = true
    },
    skipSequence: (count) => open().forEach((connection) => connection.skip(count)),
    replay: (count) => open().forEach((connection) => connection.replay(count)),
    sendRaw: (frame) => open().forEach(({ socket }) => socket?.send(frame)),
    sendInBytes: (text) => {
      for (const { socket } of open())
        for (const [place, byte] of Buffer.from(text).entries())
          socket?.send(Buffer.of(byte), {
            binary: false,
            fin: place === Buffer.byteLength(text) - 1,
          })
    },
    ping: async () => {
      const sockets = open().flatMap(({ socket }) => socket ?? [])
      const pongs = sockets.map((socket) => once(socket, 'pong'))
      for (const socket of sockets) socket.ping()
      return (await Promise.all(pongs)).length
    },
    refuse: (status) => {
      refusedWith = status
    },
  }
  return { upgrade, controls }
}
