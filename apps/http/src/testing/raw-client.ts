import { connect, type Socket } from 'node:net'

export type RawAnswer = { readonly status: number; readonly head: string; readonly body: string }

/** A socket that says exactly what it is told, and keeps what it hears. */
export type RawClient = {
  readonly socket: Socket
  readonly send: (text: string | Buffer) => void
  /** The next answer with a `Content-Length`; rejects when the connection ends before. */
  readonly answer: () => Promise<RawAnswer>
  /** Resolves when the connection is over, cleanly or not. */
  readonly closed: Promise<void>
}

export function rawClient(port: number): RawClient {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  let wake: (() => void) | null = null
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1')
    wake?.()
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  void closed.then(() => wake?.())

  const next = (): RawAnswer | null => {
    const headEnd = heard.indexOf('\r\n\r\n')
    const head = heard.slice(0, headEnd)
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
    const end = headEnd + 4 + length
    if (headEnd === -1 || heard.length < end) return null
    const body = heard.slice(headEnd + 4, end)
    heard = heard.slice(end)
    return { status: Number(head.slice(9, 12)), head, body }
  }
  return {
    socket,
    closed,
    send: (text) => void socket.write(text),
    async answer() {
      for (;;) {
        const answer = next()
        if (answer !== null) return answer
        if (socket.closed) throw new Error(`connection over after: ${heard}`)
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}

/** Sends one request and gives its answer. */
export async function rawRequest(port: number, text: string | Buffer): Promise<RawAnswer> {
  const client = rawClient(port)
  client.send(text)
  try {
    return await client.answer()
  } finally {
    client.socket.destroy()
  }
}
