import { describe, expect, it } from 'vitest'
import { operator, type Actor } from '../model/actor.ts'
import type { Ports } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import { anOrigin, aPerson, aPersonIn, aSessionIn, memoryPorts, newId } from '../testing/index.ts'
import { roles, type AccountId } from '../model/accounts/account.ts'
import { isAdministrator, readerEffectiveRoleOf, effectiveRoleOf } from './effective-role.ts'

const effectiveRole = async (ports: Pick<Ports, 'transact'>, actor: Actor) =>
  (await ports.transact(async (stores) => ok(await effectiveRoleOf(stores, actor)))).value

describe('effectiveRoleOf', () => {
  it('R48 takes the role from the database and not from the credential', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports, { role: 'Member' })
    expect(await effectiveRole(ports, { ...actor, role: 'Owner' })).toEqual({
      id: account.id,
      role: 'Member',
    })
  })

  it('R48 is null for a deactivated or deleted account', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports, { role: 'Owner', status: 'deactivated' })
    expect(await effectiveRole(ports, actor)).toBeNull()
    expect(
      await effectiveRole(ports, aPerson({ id: newId() as AccountId, role: 'Owner' })),
    ).toBeNull()
  })

  it('is null for a person with a key or in a chat, in any role', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports, { role: 'Owner' })
    for (const via of ['api_key', 'service_key', 'chat'] as const)
      expect(await effectiveRole(ports, { ...actor, via })).toBeNull()
  })

  it('is Owner without an account for the operator, and null for an anonymous caller', async () => {
    expect(await effectiveRole(memoryPorts(), operator)).toEqual({ id: null, role: 'Owner' })
    expect(
      await effectiveRole(memoryPorts(), { kind: 'anonymous', via: 'web', ...anOrigin }),
    ).toBeNull()
  })
})

describe('readerEffectiveRoleOf', () => {
  it('R147 stays after the end of the session, where effectiveRoleOf is null', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { role: 'Admin' })
    const { actor, session } = await aSessionIn(ports, account)
    const reading = async () =>
      (await ports.transact(async (stores) => ok(await readerEffectiveRoleOf(stores, actor)))).value
    const admin = { id: account.id, role: 'Admin' }
    expect([await effectiveRole(ports, actor), await reading()]).toEqual([admin, admin])
    await ports.transact(async ({ sessions }) => ok(await sessions.end(account.id, session.id)))
    expect([await effectiveRole(ports, actor), await reading()]).toEqual([null, admin])
  })
})

describe('isAdministrator', () => {
  it('is true for Owner and Admin only', () => {
    expect(roles.filter((role) => isAdministrator({ id: null, role }))).toEqual(['Owner', 'Admin'])
    expect(isAdministrator(null)).toBe(false)
  })
})
