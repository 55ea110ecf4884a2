import type { Server, Socket } from 'node:net'
import { canonicalAddress } from './request/client-address.ts'

/** How many connections one address may have, and whom that does not concern. */
export type SocketCap = {
  readonly socketsPerAddressMax: number
  /** Peers that stand for many clients, and so are not counted. */
  readonly isExempt: (address: string) => boolean
}

/** Closes a connection at once when its peer has as many open as one address may (R90). */
export function capSockets(server: Server, { socketsPerAddressMax, isExempt }: SocketCap): void {
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = canonicalAddress(socket.remoteAddress ?? '')
    if (address === null || isExempt(address)) return
    const count = counts.get(address) ?? 0
    if (count >= socketsPerAddressMax) {
      socket.destroy()
      return
    }
    counts.set(address, count + 1)
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1
      if (left === 0) counts.delete(address)
      else counts.set(address, left)
    })
  })
}
