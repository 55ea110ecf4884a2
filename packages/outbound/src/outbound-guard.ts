import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'
import { OutboundFailure } from './outbound-failure.ts'
import { isReachableAddress } from './reachable-address.ts'

/** Decides where an outbound connection may lead. A connection needs both members. */
export type OutboundGuard = {
  /** Throws `OutboundFailure` when the host is a forbidden IP address. A connection to an IP address has no lookup. */
  readonly checkUrl: (url: URL) => void
  /** The lookup of the connection. Resolves a name, and refuses all its addresses when one is forbidden. */
  readonly lookup: LookupFunction
}
export type OutboundGuardOptions = {
  /** Whether this machine itself may be connected to. */
  readonly allowLoopback: boolean
  readonly resolve?: (
    host: string,
  ) => Promise<readonly { readonly address: string; readonly family: number }[]>
}

const resolveWithSystem: NonNullable<OutboundGuardOptions['resolve']> = (host) =>
  systemLookup(host, { all: true })

/**
 * Guards connections to an address that an administrator may set. A name is resolved once per connection, and the
 * connection goes to the addresses that were checked: a name that changes in between (DNS rebinding) gains nothing.
 */
export function outboundGuard({
  allowLoopback,
  resolve = resolveWithSystem,
}: OutboundGuardOptions): OutboundGuard {
  const isReachable = (address: string) => isReachableAddress(address, { allowLoopback })

  async function resolveReachable(host: string) {
    const addresses = await resolve(host)
    if (!addresses.every(({ address }) => isReachable(address)))
      throw new OutboundFailure('address_forbidden')
    return addresses
  }
  let permittedHost: string | null = null
  return {
    checkUrl({ hostname }) {
      // Most requests go to the same server.
      if (hostname === permittedHost) return
      const host = hostname.replace(/^\[(.*)\]$/, '$1')
      if (ipaddr.isValid(host) && !isReachable(host)) throw new OutboundFailure('address_forbidden')
      permittedHost = hostname
    },
    lookup(host, { all }, callback) {
      callbackify(resolveReachable)(host, (error, addresses) => {
        const [first] = addresses ?? []
        if (first === undefined) callback(error ?? new OutboundFailure('unreachable'), '')
        else if (all === true) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      })
    },
  }
}
