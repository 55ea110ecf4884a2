import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a server that can fail: `url` is the server's, through the proxy. */
export type OutageProxy = {
  readonly url: string
  /** The server seems hung: connections are taken and stay, and nothing is answered. */
  readonly freeze: () => void
  /** The server seems dead: connections end, new ones are refused. */
  readonly cut: () => Promise<void>
  /** The network forgets the connections that are open: they stay, and nothing comes or goes on them. New ones work. */
  readonly hole: () => void
  /** From now on everything that the server says arrives so much later. */
  readonly delay: (milliseconds: number) => void
  /** Ends a freeze or a cut; what was sent while frozen now arrives. */
  readonly heal: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Stands before a server that others use too, so that tests can see it hung or dead without touching it. */
export async function outageProxy(target: string): Promise<OutageProxy> {
  const address = new URL(target)
  const { hostname, port: targetPort } = address
  const sockets = new Set<Socket>()
  const lost = new Set<Socket>()
  let isFrozen = false
  let delayMs = 0

  const forward = (from: Socket, to: Socket, lateMs: () => number) => {
    sockets.add(from)
    from.on('data', (chunk) => after(lateMs(), () => to.write(chunk)))
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      lost.delete(from)
      // What it said last still arrives.
      after(lateMs(), () => to.destroySoon())
    })
    if (isFrozen) from.pause()
  }
  const server = createServer((client) => {
    const upstream = connect(Number(targetPort), hostname)
    forward(client, upstream, () => 0)
    forward(upstream, client, () => delayMs)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await listen(0)
  const { port } = server.address() as AddressInfo
  address.host = `127.0.0.1:${port}`
  return {
    url: address.href,
    freeze: () => {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    hole: () => {
      for (const socket of sockets) lost.add(socket.pause())
    },
    delay: (milliseconds) => {
      delayMs = milliseconds
    },
    cut,
    heal: async () => {
      isFrozen = false
      for (const socket of sockets) if (!lost.has(socket)) socket.resume()
      if (!server.listening) await listen(port)
    },
    close: async () => {
      if (server.listening) await cut()
    },
  }
}

const after = (milliseconds: number, act: () => void): void =>
  milliseconds === 0 ? act() : void setTimeout(act, milliseconds)
