import {
  createLinkCode,
  deactivateAccount,
  deleteAccount,
  operator,
  redeemLinkCode,
  resolveIdentity,
  type IdentitySource,
} from '@ken/core'
import { aPersonIn, aSurface, memoryPorts, valueOf, type MemoryPorts } from '@ken/core/testing'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { postgresPorts } from '../index.ts'

type World = ReturnType<typeof postgresPorts>

const atOnce = <Value>(
  count: number,
  work: (position: number) => Promise<Value>,
): Promise<Value[]> => Promise.all(Array.from({ length: count }, (_, position) => work(position)))
const countOk = (outcomes: readonly { readonly ok: boolean }[]): number =>
  outcomes.filter(({ ok }) => ok).length

/** What linking guarantees on a shared database. `open` returns an empty database. */
export function identityRaces(name: string, open: () => Promise<World>): void {
  const world = async () => memoryPorts(await open())
  describe(`Linking on a shared database: ${name}`, () => {
    it('R63 links one of twenty senders who use one code concurrently', async () => {
      for (let round = 0; round < 3; round += 1) {
        const ports = await world()
        const { account, code } = await aCodeHolder(ports)
        const outcomes = await atOnce(20, (sender) => redeem(ports, `U${sender}`, code))
        expect(countOk(outcomes)).toBe(1)
        expect(await identitiesOf(ports, account.id)).toHaveLength(1)
      }
    })

    it('R66 links a sender who uses several codes concurrently to one account', async () => {
      for (let round = 0; round < 3; round += 1) {
        const ports = await world()
        const holders = await atOnce(5, () => aCodeHolder(ports))
        const outcomes = await atOnce(5, (position) => redeem(ports, 'U1', holders[position]!.code))
        expect(countOk(outcomes)).toBe(1)
        const linked = await atOnce(5, (position) =>
          identitiesOf(ports, holders[position]!.account.id),
        )
        expect(linked.flat()).toHaveLength(1)
      }
    })

    it('R61 makes deletion and deactivation of an account wait for a link in progress, without a deadlock', async () => {
      for (const end of [deleteAccount, deactivateAccount]) {
        const ports = await world()
        const { account, code } = await aCodeHolder(ports)
        const used = Promise.withResolvers<void>()
        const transact: MemoryPorts['transact'] = (work) =>
          ports.transact((stores) => {
            const find: typeof stores.accounts.find = async (id) => {
              used.resolve()
              // Enough time for the other to start, and to wait.
              await sleep(200)
              return stores.accounts.find(id)
            }
            return work({ ...stores, accounts: { ...stores.accounts, find } })
          })
        const redeemed = redeem({ ...ports, transact }, 'U1', code)
        await used.promise
        const ended = await Promise.all([
          redeemed,
          end(ports, { actor: operator, userId: account.id }),
        ])
        expect(countOk(ended)).toBe(2)
        expect(await identitiesOf(ports, account.id)).toHaveLength(end === deleteAccount ? 0 : 1)
      }
    })

    it('R42 leaves no code to an account that is deactivated while it requests one', async () => {
      const ports = await world()
      const { account, actor } = await aPersonIn(ports)
      const ending: Promise<unknown>[] = []
      const transact: MemoryPorts['transact'] = (work) =>
        ports.transact((stores) => {
          const now = async () => {
            ending.push(deactivateAccount(ports, { actor: operator, userId: account.id }))
            // Enough time to deactivate, unless that must wait.
            await sleep(200)
            return stores.now()
          }
          return work({ ...stores, now })
        })
      const { code } = valueOf(await createLinkCode({ ...ports, transact }, { actor }))
      expect(await Promise.all(ending)).toMatchObject([{ ok: true }])
      const digest = ports.linkCodeSource.digest(code)
      const consume = async () =>
        (
          await ports.transact(async ({ linkCodes }) => ({
            ok: true,
            value: await linkCodes.consume(digest, aSurface().source),
          }))
        ).value
      expect(await consume()).toBeNull()
    })

    it('R65 refuses a match by address whose account is deleted at the same time', async () => {
      const ports = await world()
      const { account } = await aPersonIn(ports)
      const transact: MemoryPorts['transact'] = (work) =>
        ports.transact((stores) => {
          const findByEmail: typeof stores.accounts.findByEmail = async (email) => {
            const found = await stores.accounts.findByEmail(email)
            await deleteAccount(ports, { actor: operator, userId: account.id })
            return found
          }
          return work({ ...stores, accounts: { ...stores.accounts, findByEmail } })
        })
      const actor = aSurface({ source: 'workspace_chat' as IdentitySource })
      const resolve = { actor, externalId: 'W1', verifiedEmail: account.email, bot: null }
      expect(await resolveIdentity({ ...ports, transact }, resolve)).toEqual({
        ok: false,
        error: { code: 'identity.not_linked' },
      })
    })

    it('R64 checks at most five of thirty concurrent wrong codes of one sender', async () => {
      const ports = await world()
      let checked = 0
      const transact: MemoryPorts['transact'] = (work) =>
        ports.transact((stores) => {
          const consume: typeof stores.linkCodes.consume = (...code) => {
            checked += 1
            return stores.linkCodes.consume(...code)
          }
          return work({ ...stores, linkCodes: { ...stores.linkCodes, consume } })
        })
      await atOnce(30, () => redeem({ ...ports, transact }, 'U1', 'WRNG-CODE'))
      expect(checked).toBe(5)
    })
  })
}

async function aCodeHolder(ports: MemoryPorts) {
  const { account, actor } = await aPersonIn(ports)
  return { account, code: valueOf(await createLinkCode(ports, { actor })).code }
}

const redeem = (ports: MemoryPorts, externalId: string, code: string) =>
  redeemLinkCode(ports, { actor: aSurface(), externalId, code, bot: null })

const identitiesOf = async (
  ports: MemoryPorts,
  userId: Awaited<ReturnType<typeof aCodeHolder>>['account']['id'],
) =>
  (
    await ports.transact(async ({ identities }) => ({
      ok: true,
      value: await identities.listByUser(userId),
    }))
  ).value
