import { connect, type Socket } from 'node:net'

export type RawResponse = { readonly status: number; readonly head: string; readonly body: string }

/** A socket that sends exactly the given text and records what it receives. */
export type RawClient = {
  readonly socket: Socket
  readonly send: (text: string | Buffer) => void
  /** The next response with a `Content-Length`; rejects if the connection ends first. */
  readonly nextResponse: () => Promise<RawResponse>
  /** Resolves when the connection has ended, cleanly or not. */
  readonly closed: Promise<void>
}

export function rawClient(port: number): RawClient {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  let wake: (() => void) | null = null
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    wake?.()
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  void closed.then(() => wake?.())

  const next = (): RawResponse | null => {
    const headEnd = received.indexOf('\r\n\r\n')
    const head = received.slice(0, headEnd)
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
    const end = headEnd + 4 + length
    if (headEnd === -1 || received.length < end) return null
    const body = received.slice(headEnd + 4, end)
    received = received.slice(end)
    return { status: Number(head.slice(9, 12)), head, body }
  }
  return {
    socket,
    closed,
    send: (text) => void socket.write(text),
    async nextResponse() {
      for (;;) {
        const response = next()
        if (response !== null) return response
        if (socket.closed) throw new Error(`connection over after: ${received}`)
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}

/** Sends one request and returns the response. */
export async function rawRequest(port: number, text: string | Buffer): Promise<RawResponse> {
  const client = rawClient(port)
  client.send(text)
  try {
    return await client.nextResponse()
  } finally {
    client.socket.destroy()
  }
}
