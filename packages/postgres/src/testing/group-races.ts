import {
  addGroupMember,
  addGroupMembers,
  createGroup,
  deleteAccount,
  deleteGroup,
  operator,
} from '@ken/core'
import { anyEntry, aPersonIn, memoryPorts, type MemoryPorts } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import type { postgresPorts } from '../index.ts'

type World = ReturnType<typeof postgresPorts>

const group = { actor: operator, slug: 'support' }
const groupNotFound = { ok: false, error: { code: 'group.not_found', slug: 'support' } }

/** The ports, with work that commits after a transaction has found the group, before it adds or deletes anything. */
const overtaken = (ports: MemoryPorts, work: () => Promise<unknown>): MemoryPorts => ({
  ...ports,
  transact: (act) =>
    ports.transact((stores) => {
      const { groups } = stores
      const addMember: typeof groups.addMember = async (...asked) => {
        await work()
        return groups.addMember(...asked)
      }
      const addMembers: typeof groups.addMembers = async (...asked) => {
        await work()
        return groups.addMembers(...asked)
      }
      const remove: typeof groups.delete = async (...asked) => {
        await work()
        return groups.delete(...asked)
      }
      return act({ ...stores, groups: { ...groups, addMember, addMembers, delete: remove } })
    }),
})

/** What groups guarantee on a shared database. `open` returns an empty database. */
export function groupRaces(name: string, open: () => Promise<World>): void {
  const world = async () => {
    const ports = memoryPorts(await open())
    await createGroup(ports, group)
    const { account } = await aPersonIn(ports)
    const audited = async (action: string) =>
      (
        await ports.transact(async ({ audit }) => ({
          ok: true,
          value: await audit.list({ ...anyEntry, action }, { after: null, limit: 10 }),
        }))
      ).value
    return { ports, account, audited }
  }

  describe(`Groups on a shared database: ${name}`, () => {
    it('lets one of two concurrent deletions succeed, and audits one', async () => {
      const { ports, audited } = await world()
      const deleting = overtaken(ports, async () => {
        expect(await deleteGroup(ports, group)).toEqual({ ok: true, value: null })
      })
      expect(await deleteGroup(deleting, group)).toEqual(groupNotFound)
      expect(await audited('group.delete')).toHaveLength(1)
    })

    it('adds no one to a group that is deleted meanwhile, and reports it as not found', async () => {
      for (const add of [
        (ports: MemoryPorts, email: string) => addGroupMember(ports, { ...group, email }),
        (ports: MemoryPorts, email: string) =>
          addGroupMembers(ports, { ...group, emails: [email] }),
      ]) {
        const { ports, account, audited } = await world()
        const adding = overtaken(ports, () => deleteGroup(ports, group))
        expect(await add(adding, account.email)).toEqual(groupNotFound)
        expect(await audited('group.add_member')).toEqual([])
      }
    })

    it('reports a person whose account is deleted meanwhile as not found', async () => {
      const { ports, account, audited } = await world()
      const { email, id: userId } = account
      const adding = overtaken(ports, () => deleteAccount(ports, { actor: operator, userId }))
      expect(await addGroupMember(adding, { ...group, userId })).toEqual({
        ok: false,
        error: { code: 'account.not_found', identifier: userId },
      })
      const { account: next } = await aPersonIn(ports, { email })
      const addingNext = overtaken(ports, () =>
        deleteAccount(ports, { actor: operator, userId: next.id }),
      )
      expect(await addGroupMembers(addingNext, { ...group, emails: [email] })).toEqual({
        ok: true,
        value: [{ email, verdict: 'not_found' }],
      })
      expect(await audited('group.add_member')).toEqual([])
    })

    it('throws from no concurrent additions and deletions of group and account', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { ports, account } = await world()
        const [, , , groupDeleted, accountDeleted] = await Promise.all([
          addGroupMember(ports, { ...group, userId: account.id }),
          addGroupMembers(ports, { ...group, emails: [account.email] }),
          addGroupMember(ports, { ...group, email: account.email }),
          deleteGroup(ports, group),
          deleteAccount(ports, { actor: operator, userId: account.id }),
        ])
        expect([groupDeleted.ok, accountDeleted.ok]).toEqual([true, true])
      }
    })
  })
}
