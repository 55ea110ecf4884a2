import { describe, expect } from 'vitest'
import type { Transact } from '../../../../ports/stores/transact.ts'
import { committed, testIn, type Aging, type Closable } from '../../contract-suite.ts'

type World = Closable & Aging & { readonly transact: Transact }

const record = ({ transact }: World, peer: string) =>
  committed(transact, ({ proxyReports }) => proxyReports.record(peer))
const peersIn = async ({ transact }: World, limit = 10) =>
  (await committed(transact, ({ proxyReports }) => proxyReports.list(limit))).map(
    ({ peer }) => peer,
  )

/** What every `ProxyReportStore` must do. `open` returns a fresh, empty world for each test. */
export function proxyReportStoreContract(name: string, open: () => Promise<World>) {
  const test = testIn(open)
  describe(`ProxyReportStore contract: ${name}`, () => {
    test('R150 keeps the last report of each peer, newest first', async (world) => {
      for (const peer of ['192.0.2.7', '2001:db8::1', '192.0.2.7', '192.0.2.8']) {
        await record(world, peer)
        await world.age(1_000)
      }
      expect(await peersIn(world)).toEqual(['192.0.2.8', '192.0.2.7', '2001:db8::1'])
      expect(await peersIn(world, 1)).toEqual(['192.0.2.8'])
    })

    test('deletes reports that are older than a week', async (world) => {
      await record(world, '192.0.2.7')
      await world.age(7 * 86_400_000)
      expect(await peersIn(world)).toEqual([])
      await record(world, '192.0.2.8')
      expect(await peersIn(world)).toEqual(['192.0.2.8'])
    })
  })
}
