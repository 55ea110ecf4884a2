import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { parseServerAddress } from '@ken/core/ports'
import { isReachableAddress } from './reachable-address.ts'
import { TeamChatFailure } from './team-chat-failure.ts'

/** What an outbound connection may lead to. */
export type OutboundGuard = {
  /** The URL of a path below an address. Throws `TeamChatFailure` for an address that is never connected to. */
  readonly urlOf: (address: string, path: string) => URL
  /** For the connection: finds its addresses, and refuses them all when one is forbidden. It connects to no other. */
  readonly lookup: LookupFunction
}
export type OutboundGuardOptions = {
  /** Whether this machine itself may be connected to. */
  readonly allowLoopback: boolean
  readonly resolve?: (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>
}

const resolveWithSystem: NonNullable<OutboundGuardOptions['resolve']> = (host) => systemLookup(host, { all: true })

/**
 * Guards connections to an address that an administrator may set. A name is looked up once per connection and what
 * was judged is what is connected to, so a name that changes its address in between gains nothing.
 */
export function outboundGuard({ allowLoopback, resolve = resolveWithSystem }: OutboundGuardOptions): OutboundGuard {
  const isReachable = (address: string) => isReachableAddress(address, { allowLoopback })

  async function judge(host: string) {
    const found = await resolve(host)
    if (!found.every(({ address }) => isReachable(address))) throw new TeamChatFailure('address_forbidden')
    return found
  }
  return {
    urlOf(address, path) {
      const base = parseServerAddress(address)
      if (base === null) throw new TeamChatFailure('address_invalid')
      const url = new URL(`${base}${path}`)
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
      if (isIP(host) !== 0 && !isReachable(host)) throw new TeamChatFailure('address_forbidden')
      return url
    },
    lookup(host, { all }, callback) {
      callbackify(judge)(host, (error, found) => {
        const [first] = found ?? []
        if (first === undefined) callback(error ?? new TeamChatFailure('unreachable'), '')
        else if (all === true) callback(null, [...found])
        else callback(null, first.address, first.family)
      })
    },
  }
}
