import { protocol, type PGlite } from '@electric-sql/pglite'
import { Duplex } from 'node:stream'

/**
 * A socket between the driver and the one session of an embedded database. Runs everything that the
 * driver writes in one go, such as a statement with its values. PGlite's own connection runs each
 * message separately, at twice the cost.
 */
export function embeddedSocket(pglite: PGlite): Duplex {
  // The bytes are a view of memory that the next message overwrites.
  const onRawData = (bytes: Uint8Array) => void socket.push(Buffer.from(bytes))
  const run = (messages: Uint8Array) => {
    // Everything has run when the call returns; the promise reports only a fault.
    pglite
      .execProtocolRawStream(messages, { syncToFs: false, onRawData })
      .catch((cause: unknown) =>
        socket.destroy(new Error('Connection terminated: the embedded database broke.', { cause })),
      )
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
  return Object.assign(socket, {
    connect,
    setNoDelay: same,
    setKeepAlive: same,
    ref: same,
    unref: same,
  })
}

/**
 * Runs statements synchronously, even while the driver has a transaction open. Throws if the
 * database refuses them.
 */
export function runSynchronously(pglite: PGlite, text: string): void {
  let fault: Error | null = new Error('The embedded database did not respond.')
  const parser = new protocol.Parser()
  const onRawData = (bytes: Uint8Array) => {
    parser.parse(bytes, (message) => {
      if (message instanceof Error) fault = message
      else if (message.name === 'commandComplete') fault = null
    })
  }
  // Everything has run when the call returns. An exception leaves the fault as it is.
  pglite
    .execProtocolRawStream(protocol.serialize.query(text), { syncToFs: false, onRawData })
    .catch(() => {})
  if (fault !== null) throw fault
}
