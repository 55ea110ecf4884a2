import { expect, it } from 'vitest'
import { httpWorld } from '../testing/http-world.ts'
import { mountKen } from '../mount-ken.ts'
import { startHttpServer } from '../server/server.ts'
import { clientNetworks } from './client-networks.ts'

it.each([
  { peer: '192.0.2.1', forwardedFor: '198.51.100.7', network: '192.0.2.1' },
  { peer: '::ffff:192.0.2.1', forwardedFor: undefined, network: '192.0.2.1' },
  { peer: '2001:db8:1:2:3::4', forwardedFor: undefined, network: '2001:db8:1:2::/64' },
  { peer: '10.0.0.5', forwardedFor: '203.0.113.1, 198.51.100.7', network: '198.51.100.7' },
  { peer: undefined, forwardedFor: '198.51.100.7', network: null },
])('R23 the client of $peer with $forwardedFor is $network', ({ peer, forwardedFor, network }) => {
  expect(clientNetworks(['10.0.0.0/8'])(peer, forwardedFor)).toBe(network)
})

it('R12 the work of every request names the network of its client', async () => {
  const networks: (string | null)[] = []
  const within = <Outcome>(
    _signal: AbortSignal,
    work: () => Outcome,
    network?: () => string | null,
  ) => {
    networks.push(network?.() ?? null)
    return work()
  }
  const config = { trustedProxies: ['127.0.0.1'], host: '127.0.0.1', port: 0 }
  const { ken, ports } = await httpWorld({ config, within })
  const server = await startHttpServer({ ken, log: ports.log, limits: { leadMs: 0 } })
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  await fetch(`http://${server.listensOn}/healthz`, { headers })
  await server.close()
  const mounted = mountKen({ ken, log: ports.log })
  const request = () => new Request(`${ken.config.baseUrl}/healthz`)
  await mounted.fetch(request(), { address: '2001:db8:1:2:3::4' })
  await mounted.fetch(request())
  expect(networks).toEqual(['198.51.100.7', '2001:db8:1:2::/64', null])
})
