import {
  authenticateSurface,
  changeRole,
  createServiceKey,
  deactivateAccount,
  deleteAccount,
  operator,
  reactivateAccount,
  takeOverKey,
} from '@ken/core'
import { anOrigin, aPersonIn, memoryPorts, valueOf, type MemoryPorts } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import type { postgresPorts } from '../index.ts'

type World = ReturnType<typeof postgresPorts>
type Owner = Awaited<ReturnType<typeof aPersonIn>>

const bot = { source: 'bot_gateway', name: 'bot', lifetimeDays: null, sources: null } as const

const departures = {
  deactivateAccount: (ports: MemoryPorts, { account }: Owner) =>
    deactivateAccount(ports, { actor: operator, userId: account.id }),
  deleteAccount: (ports: MemoryPorts, { account }: Owner) =>
    deleteAccount(ports, { actor: operator, userId: account.id }),
  changeRole: (ports: MemoryPorts, { account }: Owner) =>
    changeRole(ports, { actor: operator, userId: account.id, role: 'Admin' }),
}

/** What service keys guarantee on a shared database. `open` returns an empty database. */
export function serviceKeyRaces(name: string, open: () => Promise<World>): void {
  const world = async () => {
    const ports = memoryPorts(await open())
    const works = async (presented: string) =>
      (await authenticateSurface(ports, { presented, origin: anOrigin })).ok
    const anOwner = () => aPersonIn(ports, { role: 'Owner' })
    await anOwner()
    return { ports, works, anOwner }
  }
  describe(`Service keys on a shared database: ${name}`, () => {
    it.for(Object.entries(departures))(
      'R148 leave none valid that is created while its creator leaves, even after they return: %s',
      async ([how, leave]) => {
        const { ports, works, anOwner } = await world()
        for (let round = 0; round < 10; round += 1) {
          const maker = await anOwner()
          const [created, left] = await Promise.all([
            createServiceKey(ports, { ...bot, actor: maker.actor }),
            leave(ports, maker),
          ])
          expect(left.ok).toBe(true)
          if (how === 'deactivateAccount')
            await reactivateAccount(ports, { actor: operator, userId: maker.account.id })
          if (how === 'changeRole')
            await changeRole(ports, { actor: operator, userId: maker.account.id, role: 'Owner' })
          const isRefused = !created.ok && created.error.code === 'account.forbidden'
          expect(isRefused || !(await works(valueOf(created).plain))).toBe(true)
        }
      },
    )

    it.for(Object.entries(departures))(
      'R148 stay valid only if a take-over came before a concurrent departure: %s',
      async ([, leave]) => {
        const { ports, works, anOwner } = await world()
        for (let round = 0; round < 10; round += 1) {
          const [maker, heir] = [await anOwner(), await anOwner()]
          const { key, plain } = valueOf(
            await createServiceKey(ports, { ...bot, actor: maker.actor }),
          )
          const [takeover, left] = await Promise.all([
            takeOverKey(ports, { actor: heir.actor, keyId: key.id, ownerId: heir.account.id }),
            leave(ports, maker),
          ])
          expect([left.ok, await works(plain)]).toEqual([true, takeover.ok])
        }
      },
    )

    it('R148 end with the Owner who takes them over and leaves at the same time', async () => {
      const { ports, works, anOwner } = await world()
      for (let round = 0; round < 10; round += 1) {
        const [maker, heir] = [await anOwner(), await anOwner()]
        const { key, plain } = valueOf(
          await createServiceKey(ports, { ...bot, actor: maker.actor }),
        )
        const [takeover] = await Promise.all([
          takeOverKey(ports, { actor: heir.actor, keyId: key.id, ownerId: heir.account.id }),
          departures.deactivateAccount(ports, heir),
        ])
        await reactivateAccount(ports, { actor: operator, userId: heir.account.id })
        expect(await works(plain)).toBe(!takeover.ok)
      }
    })
  })
}
