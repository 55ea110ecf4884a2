import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestInFlight } from './request-limits.ts'
import type { ServerLimits } from './server-limits.ts'

/**
 * Disconnects clients that take nothing of a response for `stalledMs`, or up to twice as long: until then Ken keeps what
 * they have not taken in memory. Node.js watches the progress of a connection, also of an idle one, whose time is shorter.
 */
export function cutOffStalled(
  server: Server,
  inFlight: readonly RequestInFlight[],
  { stalledMs }: Pick<ServerLimits, 'stalledMs'>,
): void {
  server.setTimeout(stalledMs, (socket: Socket) => {
    const isWaitingForKen =
      socket.writableLength === 0 && inFlight.some(({ response }) => response.socket === socket)
    if (!isWaitingForKen) socket.destroy()
  })
}
