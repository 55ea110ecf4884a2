import { listReportedProxies, operator } from '@ken/core'
import { memoryPorts } from '@ken/core/testing'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { expect, it, vi } from 'vitest'
import type { Surface } from '../surface.ts'
import { clientAddress } from './client-address.ts'
import { undeclaredProxyWatch } from './undeclared-proxy.ts'

const request = (remoteAddress: string, headers: IncomingMessage['headers'] = {}) =>
  // The two members that are read.
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage // All that is read of one.

function watchIn(trustedProxies: readonly string[] = [], ports = memoryPorts()) {
  const ken = { ports } as unknown as Surface['ken'] // All that is read of it.
  const surface = { ken, log: ports.log, clientAddress: clientAddress(trustedProxies) }
  return { ports, watch: undeclaredProxyWatch(surface), reported: () => listReportedProxies(ports, { actor: operator }) }
}

it.each(['x-forwarded-for', 'forwarded', 'x-real-ip'])(
  'R150 warns once of each untrusted peer that sends %s, names it and the setting, and keeps it for doctor',
  async (header) => {
    const { ports, watch, reported } = watchIn()
    for (const peer of ['::ffff:10.0.0.2', '10.0.0.2', '10.0.0.3']) watch(request(peer, { [header]: '203.0.113.9' }))
    const peers = ['10.0.0.2', '10.0.0.3']
    await vi.waitFor(async () => expect((await reported()).map(({ peer }) => peer).toSorted()).toEqual(peers))
    expect(ports.log.lines).toMatchObject(
      peers.map((peer) => ({
        level: 'warn',
        event: 'http.undeclared_proxy',
        fields: { peer, setting: 'KEN_TRUSTED_PROXIES' },
      })),
    )
    expect(JSON.stringify(ports.log.lines)).not.toContain('203.0.113.9')
  },
)

it('R150 says nothing of a trusted proxy, and of a client that sends no such header', async () => {
  const { ports, watch, reported } = watchIn(['10.0.0.0/8'])
  watch(request('10.0.0.2', { 'x-forwarded-for': '203.0.113.9' }))
  watch(request('192.0.2.7'))
  watch(undefined)
  expect([ports.log.lines, await reported()]).toEqual([[], []])
})

it('R150 reports 20 peers at most, however many send such a header', async () => {
  const { ports, watch, reported } = watchIn()
  for (let host = 1; host <= 30; host += 1) watch(request(`10.0.0.${host}`, { 'x-real-ip': '203.0.113.9' }))
  await vi.waitFor(async () => expect(await reported()).toHaveLength(20))
  expect(ports.log.lines).toHaveLength(20)
})

it('R150 saves a report at a later request when it could not be saved at first, and logs it once', async () => {
  const ports = memoryPorts()
  let isAway = true
  let tries = 0
  const transact: typeof ports.transact = (work) => {
    tries += 1
    return isAway ? Promise.reject(new Error('away')) : ports.transact(work)
  }
  const { watch, reported } = watchIn([], { ...ports, transact })
  const proxied = request('10.0.0.2', { forwarded: 'for=203.0.113.9' })
  watch(proxied)
  await vi.waitFor(() => expect(ports.log.lines).toHaveLength(2))
  watch(proxied)
  await vi.waitFor(() => expect(tries).toBe(2))
  isAway = false
  await vi.waitFor(async () => {
    watch(proxied)
    expect(await reported()).toMatchObject([{ peer: '10.0.0.2' }])
  })
  expect(ports.log.lines.map(({ event }) => event)).toEqual(['http.undeclared_proxy', 'http.undeclared_proxy_unsaved'])
})

it('R150 saves a report outside of the request, which may end before', async () => {
  const ports = memoryPorts()
  const requests = new AsyncLocalStorage<string>()
  const savedIn: (string | undefined)[] = []
  const transact: typeof ports.transact = (work) => {
    savedIn.push(requests.getStore())
    return ports.transact(work)
  }
  const { watch } = watchIn([], { ...ports, transact })
  requests.run('a request', () => watch(request('10.0.0.2', { 'x-real-ip': '203.0.113.9' })))
  expect(savedIn).toEqual([undefined])
})
