import { describe, expect, it } from 'vitest'
import { roles, type AccountId } from '../model/accounts/account.ts'
import { operator, type Actor } from '../model/actor.ts'
import { anIdentityIn, anOrigin, aPersonIn, memoryPorts, newId } from '../testing/index.ts'
import type { IdentityId } from '../model/identities/identity.ts'
import { removeIdentity } from './remove-identity.ts'

const notFound = { ok: false, error: { code: 'identity.not_found' } }
const forbidden = { ok: false, error: { code: 'account.forbidden' } }

describe('removeIdentity', () => {
  it('R51 lets people remove their own, an Owner and the operator anyone’s, and an Admin those of Members', async () => {
    const permitted = {
      Owner: ['Owner', 'Admin', 'Member', 'self'],
      Admin: ['Member', 'self'],
      Member: ['self'],
    }
    for (const role of roles) {
      const ports = memoryPorts()
      const { account, actor } = await aPersonIn(ports, { role })
      const removed: string[] = []
      for (const target of [...roles, 'self'] as const) {
        const other =
          target === 'self' ? account : (await aPersonIn(ports, { role: target })).account
        const { id: identityId } = await anIdentityIn(ports, other)
        const outcome = await removeIdentity(ports, { actor, userId: other.id, identityId })
        expect(ports.database.tables.identities.has(identityId)).toBe(!outcome.ok)
        if (outcome.ok) removed.push(target)
        const again = await removeIdentity(ports, { actor: operator, userId: other.id, identityId })
        expect(again.ok).toBe(!outcome.ok)
      }
      expect({ role, removed }).toEqual({ role, removed: permitted[role] })
    }
  })

  it('is audited with the removed identity', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports)
    const { id, externalId } = await anIdentityIn(ports, account)
    await removeIdentity(ports, { actor, userId: account.id, identityId: id })
    expect([...ports.database.tables.audit.values()]).toMatchObject([
      {
        action: 'identity.remove',
        target: `user:${account.id}`,
        meta: { source: 'teamchat', external_id: externalId },
      },
    ])
  })

  it('R8 reports another person’s, an unknown and a removed identity as not found', async () => {
    const ports = memoryPorts()
    const [{ account, actor }, other] = [await aPersonIn(ports), await aPersonIn(ports)]
    const [own, foreign] = [
      await anIdentityIn(ports, account),
      await anIdentityIn(ports, other.account),
    ]
    const remove = (identityId: IdentityId, userId = account.id) =>
      removeIdentity(ports, { actor, userId, identityId })
    await remove(own.id)
    for (const id of [own.id, foreign.id, newId() as IdentityId])
      expect(await remove(id)).toEqual(notFound)
    expect(await remove(foreign.id, other.account.id)).toEqual(forbidden)
    expect(await remove(foreign.id, newId() as AccountId)).toEqual(notFound)
    expect(ports.database.tables.identities.size).toBe(1)
  })

  it('R48 refuses programs, deactivated people and anonymous callers', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports)
    const { id: identityId } = await anIdentityIn(ports, account)
    const strangers: readonly Actor[] = [
      { ...actor, via: 'chat' },
      { kind: 'anonymous', via: 'web', ...anOrigin },
    ]
    for (const stranger of strangers) {
      expect(
        await removeIdentity(ports, { actor: stranger, userId: account.id, identityId }),
      ).toEqual(forbidden)
    }
    expect(ports.database.tables.identities.size).toBe(1)
  })
})
