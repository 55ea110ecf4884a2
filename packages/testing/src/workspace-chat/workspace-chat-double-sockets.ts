import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import type { WorkspaceEvent, WorkspaceWorld } from './workspace-chat-double-world.ts'

const attemptsMax = 3

/** What a socket was sent: an envelope, and whether it was acknowledged. */
export type SentEnvelope = {
  readonly envelopeId: string
  readonly event: WorkspaceEvent
  /** The socket that it was sent over, counted from 0. */
  readonly socket: number
  readonly attempt: number
  isAcknowledged: boolean
  /** What came with the acknowledgement. */
  response: unknown
}

/** `link_disabled`: the app may open no connections any more. */
export type DisconnectReason = 'warning' | 'refresh_requested' | 'link_disabled'

/** The sockets of the app, as a test moves them. */
export type WorkspaceSockets = {
  readonly envelopes: readonly SentEnvelope[]
  /** How many are open, and known as open to the app: it has read the greeting. */
  readonly count: () => number
  /** The fewest that were open since there were two. */
  readonly countLeast: () => number
  /**
   * Announces the end of a socket, the oldest if none is named; a real server closes it some seconds later. For
   * `link_disabled`, closes it at once.
   */
  readonly announceEnd: (reason: DisconnectReason, socket?: number) => void
  /** Closes the sockets whose end was announced. */
  readonly closeAnnounced: () => void
  /** The socket that the next event is sent over. */
  readonly sendNextOver: (socket: number) => void
  /** Closes sockets without a word. */
  readonly drop: () => void
  /** Keeps sockets open, and neither sends to them nor takes from them, as after a lost network. */
  readonly mute: () => void
  /** Opens sockets without a greeting from now on. */
  readonly withholdHello: (isWithheld: boolean) => void
  /** Sends any text over every socket. */
  readonly sendRaw: (text: string) => void
  /** Sends an envelope again that may have been acknowledged, over another socket if there is one. */
  readonly repeat: (envelope: SentEnvelope) => void
}

type Connection = {
  readonly socket: WebSocket
  readonly number: number
  isMuted: boolean
  isAnnounced: boolean
  isKnown: boolean
}

/** Sends each event to one socket, and again to the next one if it is not acknowledged in time. */
export function workspaceSockets(world: WorkspaceWorld, ackMs: number) {
  const server = new WebSocketServer({ noServer: true })
  const connections: Connection[] = []
  const tickets = new Set<string>()
  const envelopes: SentEnvelope[] = []
  const timers = new Set<NodeJS.Timeout>()
  let [opened, turn, least] = [0, 0, Infinity]
  let isHelloWithheld = false

  function send(event: WorkspaceEvent, attempt: number): void {
    // Without a socket an event is lost.
    const connection = connections[turn % Math.max(connections.length, 1)]
    turn += 1
    if (connection === undefined) return
    const envelope: SentEnvelope = {
      envelopeId: randomUUID(),
      event,
      socket: connection.number,
      attempt,
      isAcknowledged: false,
      response: undefined,
    }
    envelopes.push(envelope)
    if (!connection.isMuted) connection.socket.send(frameOf(envelope))
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (!envelope.isAcknowledged && attempt + 1 < attemptsMax) send(event, attempt + 1)
    }, ackMs)
    timers.add(timer)
  }

  function receive(connection: Connection, data: RawData): void {
    if (connection.isMuted) return
    const { envelope_id: id, payload } = JSON.parse((data as Buffer).toString()) as {
      readonly envelope_id: string
      readonly payload?: unknown
    }
    const envelope = envelopes.find(({ envelopeId }) => envelopeId === id)
    if (envelope !== undefined) Object.assign(envelope, { isAcknowledged: true, response: payload })
  }

  const onEvent = (event: WorkspaceEvent) => send(event, 0)
  world.listeners.add(onEvent)

  function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const ticket = new URL(request.url ?? '', 'http://double').searchParams.get('ticket') ?? ''
    // A ticket opens one socket.
    if (!tickets.delete(ticket)) return void stream.end('HTTP/1.1 408 Request Timeout\r\n\r\n')
    server.handleUpgrade(request, stream, head, (socket) => {
      const connection = {
        socket,
        number: opened,
        isMuted: false,
        isAnnounced: false,
        isKnown: false,
      }
      opened += 1
      connections.push(connection)
      if (connections.length === 2) least = Math.min(least, 2)
      socket.on('message', (data) => receive(connection, data))
      socket.on('close', () => {
        const at = connections.indexOf(connection)
        if (at !== -1) connections.splice(at, 1)
        least = Math.min(least, connections.length)
      })
      socket.on('error', () => {})
      if (!isHelloWithheld) socket.send(helloFrame(world, connections.length))
      // The reply comes once everything before it has been read.
      socket.once('pong', () => (connection.isKnown = true))
      socket.ping()
    })
  }

  const controls: WorkspaceSockets = {
    envelopes,
    count: () => connections.filter(({ isKnown }) => isKnown).length,
    countLeast: () => least,
    announceEnd: (reason, number) => {
      const connection =
        number === undefined ? connections[0] : connections.find((one) => one.number === number)
      if (connection === undefined) return
      connection.isAnnounced = true
      connection.socket.send(JSON.stringify({ type: 'disconnect', reason, debug_info: {} }))
      if (reason === 'link_disabled') connection.socket.close()
    },
    closeAnnounced: () => {
      for (const { socket } of connections.filter(({ isAnnounced }) => isAnnounced)) socket.close()
    },
    sendNextOver: (number) => {
      turn = connections.findIndex((one) => one.number === number)
    },
    drop: () => {
      for (const { socket } of connections.splice(0)) socket.terminate()
    },
    mute: () => {
      for (const connection of connections) {
        connection.isMuted = true
        connection.socket.pause()
      }
    },
    withholdHello: (isWithheld) => {
      isHelloWithheld = isWithheld
    },
    sendRaw: (text) => {
      for (const { socket } of connections) socket.send(text)
    },
    repeat: ({ event, attempt }) => send(event, attempt + 1),
  }
  return {
    upgrade,
    controls,
    newTicket: () => {
      const ticket = randomUUID()
      tickets.add(ticket)
      return ticket
    },
    stop: () => {
      world.listeners.delete(onEvent)
      for (const timer of timers) clearTimeout(timer)
      controls.drop()
      server.close()
    },
  }
}

const frameOf = ({ envelopeId, event, attempt }: SentEnvelope): string =>
  JSON.stringify({
    envelope_id: envelopeId,
    type: event.type,
    accepts_response_payload: event.type === 'slash_commands',
    payload: event.payload,
    ...(event.type === 'events_api' && {
      retry_attempt: attempt,
      retry_reason: attempt === 0 ? '' : 'timeout',
    }),
  })

const helloFrame = ({ appId }: WorkspaceWorld, num_connections: number): string =>
  JSON.stringify({
    type: 'hello',
    num_connections,
    debug_info: { host: 'applink-double', approximate_connection_time: 18_060 },
    connection_info: { app_id: appId },
  })
