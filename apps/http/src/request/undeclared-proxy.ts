import { reportProxy } from '@ken/core'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import type { Surface } from '../surface.ts'
import { canonicalAddress } from './client-address.ts'

/** Headers that a proxy adds and a browser never sends. */
const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const

/** Peers that one process reports. Any client can send such a header, so there may be many that are no proxy. */
const peersMax = 20

/**
 * Watches for a peer that forwards requests without being a trusted proxy: all who come through it count as one client,
 * so that one of them can close sign-in for the rest. Reports each of the first 20 to the log, once, and for `ken doctor`
 * until it is saved (R150). What the headers say is neither believed nor kept: any client can make them up.
 */
export function undeclaredProxyWatch({ ken, log, clientAddress }: Pick<Surface, 'ken' | 'log' | 'clientAddress'>) {
  const peers = new Map<string, 'saving' | 'unsaved' | 'saved'>()
  // A report belongs to no request: a client that hangs up must not end it.
  const outsideRequests = AsyncLocalStorage.snapshot()

  async function save(peer: string, isNew: boolean): Promise<void> {
    peers.set(peer, 'saving')
    try {
      await reportProxy(ken.ports, { peer })
      peers.set(peer, 'saved')
    } catch {
      peers.set(peer, 'unsaved')
      if (isNew) log.warn('http.undeclared_proxy_unsaved', { peer })
    }
  }

  return (incoming: IncomingMessage | undefined): void => {
    if (incoming === undefined) return
    const { headers, socket } = incoming
    if (forwardingHeaders.every((name) => headers[name] === undefined) || clientAddress.isTrusted(socket.remoteAddress)) return
    const peer = canonicalAddress(socket.remoteAddress ?? '')
    if (peer === null) return
    const state = peers.get(peer)
    if (state === 'saving' || state === 'saved' || (state === undefined && peers.size >= peersMax)) return
    const isNew = state === undefined
    if (isNew) log.warn('http.undeclared_proxy', { peer, setting: 'KEN_TRUSTED_PROXIES', remedy: remedyFor(peer) })
    void outsideRequests(() => save(peer, isNew))
  }
}

const remedyFor = (peer: string): string =>
  `If ${peer} is your reverse proxy, add it to KEN_TRUSTED_PROXIES: until then everybody behind it counts as one client. If it is not, ignore this: any client can send such a header, and it is not believed.`
