import { createLinkCode, redeemLinkCode } from '@ken/core'
import { aPersonIn, aSurface, memoryPorts, valueOf, type MemoryPorts } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import type { postgresPorts } from '../index.ts'

type World = ReturnType<typeof postgresPorts>

const atOnce = <Value>(count: number, work: (position: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, (_, position) => work(position)))
const countOk = (outcomes: readonly { readonly ok: boolean }[]): number => outcomes.filter(({ ok }) => ok).length

/** What linking promises when the database is shared. `open` gives an empty database. */
export function identityRaces(name: string, open: () => Promise<World>): void {
  const world = async () => memoryPorts(await open())
  describe(`Linking on a shared database: ${name}`, () => {
    it('R63 links one of twenty senders who present one code at once', async () => {
      for (let round = 0; round < 3; round += 1) {
        const ports = await world()
        const { account, code } = await aCodeHolder(ports)
        const outcomes = await atOnce(20, (sender) => redeem(ports, `U${sender}`, code))
        expect(countOk(outcomes)).toBe(1)
        expect(await identitiesOf(ports, account.id)).toHaveLength(1)
      }
    })

    it('R66 links one sender, who presents the codes of many at once, to one account', async () => {
      for (let round = 0; round < 3; round += 1) {
        const ports = await world()
        const holders = await atOnce(5, () => aCodeHolder(ports))
        const outcomes = await atOnce(5, (position) => redeem(ports, 'U1', holders[position]!.code))
        expect(countOk(outcomes)).toBe(1)
        const linked = await atOnce(5, (position) => identitiesOf(ports, holders[position]!.account.id))
        expect(linked.flat()).toHaveLength(1)
      }
    })

    it('R64 judges at most five of thirty wrong codes that one sender presents at once', async () => {
      const ports = await world()
      let judged = 0
      const transact: MemoryPorts['transact'] = (work) =>
        ports.transact((stores) => {
          const consume: typeof stores.linkCodes.consume = (digest) => {
            judged += 1
            return stores.linkCodes.consume(digest)
          }
          return work({ ...stores, linkCodes: { ...stores.linkCodes, consume } })
        })
      await atOnce(30, () => redeem({ ...ports, transact }, 'U1', 'WRNG-CODE'))
      expect(judged).toBe(5)
    })
  })
}

async function aCodeHolder(ports: MemoryPorts) {
  const { account, actor } = await aPersonIn(ports)
  return { account, code: valueOf(await createLinkCode(ports, { actor })).code }
}

const redeem = (ports: MemoryPorts, externalId: string, code: string) =>
  redeemLinkCode(ports, { actor: aSurface(), externalId, code })

const identitiesOf = async (ports: MemoryPorts, userId: Awaited<ReturnType<typeof aCodeHolder>>['account']['id']) =>
  (await ports.transact(async ({ identities }) => ({ ok: true, value: await identities.listOf(userId) }))).value
