import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/** An HTTP server on a free port of loopback. */
export type LoopbackServer = {
  readonly port: number
  /** Ends all connections. */
  readonly close: () => Promise<void>
}
export type LoopbackRoutes = {
  /** Gets a request once its body is complete. */
  readonly serve: (request: IncomingMessage, text: string, response: ServerResponse) => unknown
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

export async function loopbackServer({ serve, upgrade }: LoopbackRoutes): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void serve(request, Buffer.concat(chunks).toString(), response))
  })
  if (upgrade !== undefined) server.on('upgrade', upgrade)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
