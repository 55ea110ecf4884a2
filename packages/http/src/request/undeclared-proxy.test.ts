import { listReportedProxies, operator } from '@ken/core'
import { memoryPorts } from '@ken/core/testing'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { expect, it, vi } from 'vitest'
import type { Api } from '../api.ts'
import { clientAddress } from './client-address.ts'
import { undeclaredProxyWatch } from './undeclared-proxy.ts'

const request = (remoteAddress: string, headers: IncomingMessage['headers'] = {}) =>
  // The members in use.
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage // All that is read of one.

function watchIn(trustedProxies: readonly string[] = [], ports = memoryPorts()) {
  const ken = { ports } as unknown as Api['ken'] // All that is read of it.
  const surface = { ken, log: ports.log, clientAddress: clientAddress(trustedProxies) }
  return {
    ports,
    watch: undeclaredProxyWatch(surface),
    reported: () => listReportedProxies(ports, { actor: operator }),
  }
}

it.each(['x-forwarded-for', 'forwarded', 'x-real-ip'])(
  'R150 warns once about each untrusted peer that sends %s, names it and the setting, and saves it for doctor',
  async (header) => {
    const { ports, watch, reported } = watchIn()
    for (const peer of ['::ffff:10.0.0.2', '10.0.0.2', '10.0.0.3'])
      watch(request(peer, { [header]: '203.0.113.9' }))
    const peers = ['10.0.0.2', '10.0.0.3']
    await vi.waitFor(async () =>
      expect((await reported()).map(({ peer }) => peer).toSorted()).toEqual(peers),
    )
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

it('R150 does not report a trusted proxy or a client without such a header', async () => {
  const { ports, watch, reported } = watchIn(['10.0.0.0/8'])
  watch(request('10.0.0.2', { 'x-forwarded-for': '203.0.113.9' }))
  watch(request('192.0.2.7'))
  watch(undefined)
  expect([ports.log.lines, await reported()]).toEqual([[], []])
})

it('R150 reports at most 20 peers', async () => {
  const { ports, watch, reported } = watchIn()
  for (let host = 1; host <= 30; host += 1)
    watch(request(`10.0.0.${host}`, { 'x-real-ip': '203.0.113.9' }))
  await vi.waitFor(async () => expect(await reported()).toHaveLength(20))
  expect(ports.log.lines).toHaveLength(20)
})

it('R150 retries to save a report at a later request, and logs it once', async () => {
  const ports = memoryPorts()
  let isUnavailable = true
  let tries = 0
  const transact: typeof ports.transact = (work) => {
    tries += 1
    return isUnavailable ? Promise.reject(new Error('away')) : ports.transact(work)
  }
  const { watch, reported } = watchIn([], { ...ports, transact })
  const proxied = request('10.0.0.2', { forwarded: 'for=203.0.113.9' })
  watch(proxied)
  await vi.waitFor(() => expect(ports.log.lines).toHaveLength(2))
  watch(proxied)
  await vi.waitFor(() => expect(tries).toBe(2))
  isUnavailable = false
  await vi.waitFor(async () => {
    watch(proxied)
    expect(await reported()).toMatchObject([{ peer: '10.0.0.2' }])
  })
  expect(ports.log.lines.map(({ event }) => event)).toEqual([
    'http.undeclared_proxy',
    'http.undeclared_proxy_unsaved',
  ])
})

it('R150 saves a report even if the request ends first', async () => {
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
