import { clientNetwork } from '@ken/core'
import type { Server, Socket } from 'node:net'
import { canonicalAddress } from '../request/client-address.ts'

/** The number of connections per client network, and the exempt peers. */
export type ConnectionLimit = {
  readonly socketsPerAddressMax: number
  /** Peers that are not counted, such as proxies with many clients. */
  readonly isExempt: (address: string) => boolean
}

/** Closes a new connection at once if the network of its peer has reached the limit. IPv6 networks are /64. */
export function limitConnections(
  server: Server,
  { socketsPerAddressMax, isExempt }: ConnectionLimit,
): void {
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
