import { expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { memoryPorts } from '../testing/index.ts'
import { listReportedProxies } from './list-reported-proxies.ts'
import { reportProxy } from './report-proxy.ts'

it('R150 keeps the last report of a peer for a week', async () => {
  const ports = memoryPorts()
  await reportProxy(ports, { peer: '192.0.2.7' })
  ports.clock.advance(1_000)
  await reportProxy(ports, { peer: '192.0.2.7' })
  expect(await listReportedProxies(ports, { actor: operator })).toEqual([
    { peer: '192.0.2.7', seenAt: ports.clock.now() },
  ])
  ports.clock.advance(7 * 86_400_000)
  expect(await listReportedProxies(ports, { actor: operator })).toEqual([])
})
