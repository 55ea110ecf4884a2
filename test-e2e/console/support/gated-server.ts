import { once } from 'node:events'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A proxy at an address of its own that responds with 503 to the page's requests while it is closed. */
export async function gatedServer(target: string) {
  let isOpen = true
  let held = Promise.resolve()
  const refreshes = { count: 0, running: 0, most: 0 }
  const { hostname, port } = new URL(target)
  const proxy = createServer((incoming, outgoing) => {
    if (!isOpen && /^\/(refresh|api)/.test(incoming.url ?? '')) {
      outgoing.writeHead(503, { 'retry-after': '1' }).end()
      return
    }
    const { method = 'GET', url = '/', headers } = incoming
    if (url === '/refresh') {
      refreshes.count += 1
      refreshes.most = Math.max(refreshes.most, (refreshes.running += 1))
      outgoing.on('finish', () => (refreshes.running -= 1))
    }
    incoming.pipe(
      forward({ hostname, port, method, path: url, headers }, (response) => {
        const send = () =>
          response.pipe(outgoing.writeHead(response.statusCode ?? 502, response.headers))
        if (url === '/refresh') void held.then(send)
        else send()
      }).on('error', () => outgoing.destroy()),
    )
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => proxy.closeAllConnections())
  onTestFinished(() => void proxy.close())
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    open: () => (isOpen = true),
    close: () => (isOpen = false),
    /** Holds responses to refreshes, which the server has sent, until the returned function is called. */
    holdRefreshes: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    /** How many there were, and how many of them at the same time. */
    refreshes: () => refreshes,
  }
}
