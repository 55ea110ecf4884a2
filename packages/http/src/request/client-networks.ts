import { clientNetwork } from '@ken/core'
import type { IncomingMessage } from 'node:http'
import { clientAddress } from './client-address.ts'

/** Finds the network that counts as the client of a request; null when the peer is unknown. */
export function clientNetworks(
  trustedProxies: readonly string[],
): (peer: string | undefined, forwardedFor: string | undefined) => string | null {
  const find = clientAddress(trustedProxies)
  return (peer, forwardedFor) => {
    const address = find(peer, forwardedFor)
    return address === null ? null : clientNetwork(address)
  }
}

/** The header `X-Forwarded-For`; several of them are one list. */
export const forwardedForOf = ({ headers }: IncomingMessage): string | undefined =>
  [headers['x-forwarded-for']].flat().join() || undefined
