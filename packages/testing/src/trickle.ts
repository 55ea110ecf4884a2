import type { ServerResponse } from 'node:http'

const trickleEveryMs = 20

/** Sends headers and then a byte now and then, until the client leaves. */
export function trickle(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), trickleEveryMs)
  response.on('close', () => clearInterval(timer))
}
