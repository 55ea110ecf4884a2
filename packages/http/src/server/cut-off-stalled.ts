import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestInFlight } from './request-limits.ts'
import type { ServerLimits } from './server-limits.ts'

/**
 * Disconnects clients that have not taken what Ken wrote to them `stalledMs` ago, or up to twice as long: until then Ken
 * keeps it in memory. The timeout of Node.js would begin again with each byte that a client sends or takes.
 */
export function cutOffStalled(
  server: Server,
  inFlight: readonly RequestInFlight[],
  { stalledMs }: Pick<ServerLimits, 'stalledMs'>,
): void {
  let writtenBefore = new WeakMap<Socket, number>()
  const timer = setInterval(() => {
    const written = new WeakMap<Socket, number>()
    for (const { response } of inFlight) {
      const { socket } = response
      if (socket === null || socket.writableLength === 0) continue
      // Ken writes more once the client has taken what came before.
      if (writtenBefore.get(socket) === socket.bytesWritten) socket.destroy()
      else written.set(socket, socket.bytesWritten)
    }
    writtenBefore = written
  }, stalledMs).unref()
  server.once('close', () => clearInterval(timer))
}
