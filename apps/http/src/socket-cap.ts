import { clientNetwork } from '@ken/core'
import type { Server, Socket } from 'node:net'
import { canonicalAddress } from './request/client-address.ts'

/** How many connections one client network may have, and which peers are exempt. */
export type SocketCap = {
  readonly socketsPerAddressMax: number
  /** Peers that stand for many clients, and so are not counted. */
  readonly isExempt: (address: string) => boolean
}

/** Closes a connection at once when the network of its peer has as many open as one may: IPv6 counts by /64 (R23, R90). */
export function capSockets(server: Server, { socketsPerAddressMax, isExempt }: SocketCap): void {
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = canonicalAddress(socket.remoteAddress ?? '')
    if (address === null || isExempt(address)) return
    const network = clientNetwork(address)
    const count = counts.get(network) ?? 0
    if (count >= socketsPerAddressMax) {
      socket.destroy()
      return
    }
    counts.set(network, count + 1)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left === 0) counts.delete(network)
      else counts.set(network, left)
    })
  })
}
