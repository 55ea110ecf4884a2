import { describe, expect, it } from 'vitest'
import type { AccountId } from '../model/accounts/account.ts'
import { operator } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import { anInvitation, aPersonIn, memoryPorts, newId, valueOf } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { listInvitations } from './list-invitations.ts'
import { shownInvitation } from '../model/invitations/invitation.ts'

const everything = {
  filter: { state: null, importId: null, text: null },
  page: { after: null, limit: 100 },
}

describe('listInvitations', () => {
  onlyAdministrators((ports, actor) => listInvitations(ports, { actor, ...everything }))

  it('R52 lists invitations newest first, page by page, without their tokens', async () => {
    const ports = memoryPorts()
    const three = [1, 2, 3].map(() => anInvitation({ tokenDigest: 'a digest' }))
    await ports.transact(async ({ invitations }) => ok(await invitations.insert(three)))
    const list = async (after: typeof everything.page.after) =>
      valueOf(
        await listInvitations(ports, { actor: operator, ...everything, page: { after, limit: 2 } }),
      )
    const first = await list(null)
    const second = valueOf(
      await listInvitations(ports, {
        actor: operator,
        ...everything,
        page: { after: first.next, limit: 2 },
      }),
    )
    expect([...first.items, ...second.items]).toEqual(
      three.toReversed().map((one) => ({ ...shownInvitation(one), inviter: null })),
    )
    expect(second.next).toBeNull()
    expect(JSON.stringify(first)).not.toContain('digest')
  })

  it('says who invited; the operator and deleted accounts have no name', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { role: 'Owner', name: 'Ada' })
    const inviters = [account.id, null, newId() as AccountId]
    const all = inviters.map((invitedBy) => anInvitation({ invitedBy }))
    await ports.transact(async ({ invitations }) => ok(await invitations.insert(all)))
    const { items } = valueOf(await listInvitations(ports, { actor: operator, ...everything }))
    const { id, email, name } = account
    const named = new Map(items.map(({ invitedBy, inviter }) => [invitedBy, inviter]))
    expect(inviters.map((inviter) => named.get(inviter))).toEqual([{ id, email, name }, null, null])
  })

  it('lists those of one state', async () => {
    const ports = memoryPorts()
    const two = [anInvitation(), anInvitation({ state: 'failed' })]
    await ports.transact(async ({ invitations }) => ok(await invitations.insert(two)))
    const filter = { state: 'failed', importId: null, text: null } as const
    const { items } = valueOf(
      await listInvitations(ports, { actor: operator, ...everything, filter }),
    )
    expect(items.map(({ id }) => id)).toEqual([two[1]?.id])
  })
})
