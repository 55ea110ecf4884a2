import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a server that can fail: `url` is the server's, through the proxy. */
export type OutageProxy = {
  readonly url: string
  /** The server seems hung: connections are taken and stay, and nothing is answered. */
  readonly freeze: () => void
  /** The server seems dead: connections end, new ones are refused. */
  readonly cut: () => Promise<void>
  /** Ends either; what was sent while frozen now arrives. */
  readonly heal: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Stands before a server that others use too, so that tests can see it hung or dead without touching it. */
export async function outageProxy(target: string): Promise<OutageProxy> {
  const address = new URL(target)
  const { hostname, port: targetPort } = address
  const sockets = new Set<Socket>()
  let isFrozen = false

  const forward = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', (chunk) => to.write(chunk))
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      // What it said last still arrives.
      to.destroySoon()
    })
    if (isFrozen) from.pause()
  }
  const server = createServer((client) => {
    const upstream = connect(Number(targetPort), hostname)
    forward(client, upstream)
    forward(upstream, client)
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
    cut,
    heal: async () => {
      isFrozen = false
      for (const socket of sockets) socket.resume()
      if (!server.listening) await listen(port)
    },
    close: async () => {
      if (server.listening) await cut()
    },
  }
}
