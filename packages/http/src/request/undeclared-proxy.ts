import { reportProxy } from '@ken/core'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import type { Api } from '../api.ts'
import { canonicalAddress } from './client-address.ts'

/** Headers that proxies add and browsers never send. */
const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const

/** The maximum number of peers that a process reports. Clients can send such headers too, so there may be many. */
const peersMax = 20

/**
 * Detects a peer that forwards requests without being a trusted proxy. All its users count as one client, so one of
 * them can exhaust the sign-in attempts of all. Logs each of the first 20 peers once, and saves a report for
 * `ken doctor`, retrying until it is saved. Never uses or stores the headers' values, because clients can forge them.
 */
export function undeclaredProxyWatch({
  ken,
  log,
  clientAddress,
}: Pick<Api, 'ken' | 'log' | 'clientAddress'>) {
  const peers = new Map<string, 'saving' | 'unsaved' | 'saved'>()
  // The report is independent of the request: a client that disconnects must not cancel it.
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
    if (
      forwardingHeaders.every((name) => headers[name] === undefined) ||
      clientAddress.isTrusted(socket.remoteAddress)
    )
      return
    const peer = canonicalAddress(socket.remoteAddress ?? '')
    if (peer === null) return
    const state = peers.get(peer)
    if (state === 'saving' || state === 'saved' || (state === undefined && peers.size >= peersMax))
      return
    const isNew = state === undefined
    if (isNew)
      log.warn('http.undeclared_proxy', {
        peer,
        setting: 'KEN_TRUSTED_PROXIES',
        remedy: remedyFor(peer),
      })
    void outsideRequests(() => save(peer, isNew))
  }
}

const remedyFor = (peer: string): string =>
  `If ${peer} is your reverse proxy, add it to KEN_TRUSTED_PROXIES: until then all its clients count as one. If it is not, ignore this: any client can send such a header, and it is not believed.`
