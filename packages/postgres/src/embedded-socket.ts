import { protocol, type PGlite } from '@electric-sql/pglite'
import { Duplex } from 'node:stream'

/**
 * A socket for the driver to the one session of an embedded database. What the driver writes at once, a statement with its
 * values, runs at once: the connection that comes with PGlite runs each message of it alone, at twice the cost.
 */
export function embeddedSocket(pglite: PGlite): Duplex {
  // The bytes are a view of memory that the next message overwrites.
  const onRawData = (bytes: Uint8Array) => void socket.push(Buffer.from(bytes))
  const run = (messages: Uint8Array) => {
    // All of it has run when the call returns; the promise says whether it broke.
    pglite
      .execProtocolRawStream(messages, { syncToFs: false, onRawData })
      .catch((cause: unknown) => socket.destroy(new Error('Connection terminated: the embedded database broke.', { cause })))
  }
  const socket = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      run(chunk)
      done()
    },
    writev(chunks: { readonly chunk: Buffer }[], done) {
      run(Buffer.concat(chunks.map(({ chunk }) => chunk)))
      done()
    },
    final(done) {
      socket.push(null)
      done()
    },
  })
  const connect = () => {
    process.nextTick(() => socket.emit('connect'))
  }
  const same = () => socket
  return Object.assign(socket, { connect, setNoDelay: same, setKeepAlive: same, ref: same, unref: same })
}

/** Runs a text of statements at once, also while the driver has a transaction open. Throws when the database refuses it. */
export function runAtOnce(pglite: PGlite, text: string): void {
  let fault: Error | null = new Error('The embedded database did not answer.')
  const parser = new protocol.Parser()
  const onRawData = (bytes: Uint8Array) => {
    parser.parse(bytes, (message) => {
      if (message instanceof Error) fault = message
      else if (message.name === 'commandComplete') fault = null
    })
  }
  // All of it has run when the call returns. What breaks it leaves the fault as it is.
  pglite.execProtocolRawStream(protocol.serialize.query(text), { syncToFs: false, onRawData }).catch(() => {})
  if (fault !== null) throw fault
}
