import { expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { memoryPorts } from '../testing/index.ts'
import { listReportedProxies } from './list-reported-proxies.ts'
import { reportProxy } from './report-proxy.ts'

it('R150 lists at most twenty reported peers, newest first', async () => {
  const ports = memoryPorts()
  expect(await listReportedProxies(ports, { actor: operator })).toEqual([])
  for (let host = 1; host <= 25; host += 1) {
    await reportProxy(ports, { peer: `192.0.2.${host}` })
    ports.clock.advance(1_000)
  }
  const peers = (await listReportedProxies(ports, { actor: operator })).map(({ peer }) => peer)
  expect([peers.length, peers[0], peers[19]]).toEqual([20, '192.0.2.25', '192.0.2.6'])
})
