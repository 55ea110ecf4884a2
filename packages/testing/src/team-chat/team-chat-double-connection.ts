import { WebSocket } from 'ws'
import {
  newDoubleId,
  userOfToken,
  type DoubleEvent,
  type DoubleUser,
  type DoubleWorld,
} from './team-chat-double-world.ts'

type Frame = DoubleEvent & { readonly seq: number }
type Action = {
  readonly seq?: number
  readonly action?: string
  readonly data?: Readonly<Record<string, string>>
}

const sentFramesKept = 128
const queuedEventsMax = 256

/** One connection as the server keeps it: it outlives its socket, so that a client can take it up again. */
export class DoubleConnection {
  id = newDoubleId()
  socket: WebSocket | null = null
  #world: DoubleWorld
  #user: DoubleUser | null = null
  /** Its session ended while it was open: it stays open, hears nothing any more, and no re-enabling heals it. */
  #isDead = false
  #nextSeq = 0
  #sent: Frame[] = []
  #queued: DoubleEvent[] = []

  constructor(world: DoubleWorld) {
    this.#world = world
  }

  get isActive(): boolean {
    return this.socket !== null
  }

  belongsTo(user: DoubleUser): boolean {
    return this.#user?.id === user.id
  }

  get isAuthenticated(): boolean {
    if (this.#user !== null && userOfToken(this.#world, this.#user.token) === null)
      this.#isDead = true
    return this.#user !== null && !this.#isDead
  }

  /** The first words on a new connection. */
  greet(user: DoubleUser): void {
    this.#user = user
    this.#sayHello(user)
    this.#send({
      event: 'status_change',
      data: { status: 'online', user_id: user.id },
      broadcast: { user_id: user.id },
    })
  }

  /** Goes on where the client says it stopped; where that is not known any more, starts over under another id. */
  resume(nextSeq: number): void {
    const user = this.#user
    // A new session; what the old one did not hear since it ended stays unheard.
    this.#isDead = false
    const queued = this.#queued.splice(0)
    const missed = this.#sent.findIndex(({ seq }) => seq === nextSeq)
    if (missed >= 0 && nextSeq !== 0)
      for (const frame of this.#sent.slice(missed)) this.#write(frame)
    else if (nextSeq !== 0 && nextSeq !== this.#nextSeq && user !== null) {
      this.id = newDoubleId()
      this.#nextSeq = 0
      this.#sent = []
      this.#sayHello(user)
    }
    for (const event of queued) this.#send(event)
  }

  /** Takes an event that this connection's user may hear; keeps it while the socket is closed. False when it is too much. */
  deliver(event: DoubleEvent): boolean {
    if (!this.isAuthenticated || !this.#mayHear(event)) return true
    if (this.socket === null) this.#queued.push(event)
    else this.#send(event)
    return this.#queued.length <= queuedEventsMax
  }

  /** Answers what a client sent. Throws for what the real server ends the connection for. */
  receive(text: string): void {
    const { seq = 0, action = '', data = {} } = JSON.parse(text) as Action
    if (action === 'authentication_challenge') return this.#challenge(seq, data['token'] ?? '')
    if (this.#user === null) return
    if (action === '') return this.#fail(seq, 'api.web_socket_router.no_action.app_error', 400)
    if (seq <= 0) return this.#fail(seq, 'api.web_socket_router.bad_seq.app_error', 400)
    if (!this.isAuthenticated)
      return this.#fail(seq, 'api.web_socket_router.not_authenticated.app_error', 401)
    if (action === 'ping') {
      const pong = { node_id: '', server_time: this.#world.now(), text: 'pong', version: '11.9.0' }
      return this.#write({ status: 'OK', data: pong, seq_reply: seq })
    }
    if (action === 'user_typing') {
      const typing = { parent_id: data['parent_id'] ?? '', user_id: this.#user.id }
      const broadcast = { channel_id: data['channel_id'] ?? '', omitUserId: this.#user.id }
      for (const listener of this.#world.listeners)
        listener({ event: 'typing', data: typing, broadcast })
      return this.#write({ status: 'OK', seq_reply: seq })
    }
    this.#fail(seq, 'api.web_socket_router.bad_action.app_error', 500)
  }

  /** Leaves numbers out, as if events had been lost. */
  skip(count: number): void {
    this.#nextSeq += count
  }

  /** Sends the last events again. */
  replay(count: number): void {
    for (const frame of this.#sent.slice(-count)) this.#write(frame)
  }

  #sayHello({ id }: DoubleUser): void {
    const data = {
      connection_id: this.id,
      server_hostname: 'double',
      server_version: '11.9.0.1.2.false',
    }
    this.#send({ event: 'hello', data, broadcast: { user_id: id } })
  }

  #challenge(seq: number, token: string): void {
    if (this.#user !== null) return
    const user = userOfToken(this.#world, token)
    if (user === null) throw new Error('a bad token')
    this.greet(user)
    this.#write({ status: 'OK', seq_reply: seq })
  }

  #fail(seq: number, id: string, status: number): void {
    const error = { id, message: 'Something went wrong.', detailed_error: '', status_code: status }
    this.#write({ status: 'FAIL', ...(seq !== 0 && { seq_reply: seq }), error })
  }

  #mayHear({ broadcast }: DoubleEvent): boolean {
    const userId = this.#user?.id ?? ''
    if (broadcast.omitUserId === userId) return false
    if (broadcast.user_id !== undefined) return broadcast.user_id === userId
    return this.#world.channels.get(broadcast.channel_id ?? '')?.members.includes(userId) === true
  }

  #send({ event, data, broadcast }: DoubleEvent): void {
    const { channel_id = '', user_id = '', omitUserId } = broadcast
    const omitted = omitUserId === undefined ? null : { [omitUserId]: true }
    const wire = {
      omit_users: omitted,
      user_id,
      channel_id,
      team_id: '',
      connection_id: '',
      omit_connection_id: '',
    }
    const frame = { event, data, broadcast: wire, seq: this.#nextSeq }
    this.#nextSeq += 1
    this.#sent = [...this.#sent, frame].slice(-sentFramesKept)
    this.#write(frame)
  }

  #write(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(`${JSON.stringify(message)}\n`)
  }
}
