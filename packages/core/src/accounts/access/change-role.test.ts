import { describe, expect, it } from 'vitest'
import { profileOf } from '../../model/accounts/account.ts'
import { operator } from '../../model/actor.ts'
import { aPersonIn, aSessionIn, memoryPorts } from '../../testing/index.ts'
import { ownerInvitationsEnd } from '../../testing/builders/owner-invitations-end.ts'
import { permittedActs } from '../../testing/builders/permitted-acts.ts'
import { changeRole } from './change-role.ts'

describe('changeRole', () => {
  permittedActs('change_role', (ports, actor, userId) =>
    changeRole(ports, { actor, userId, role: 'Member' }),
  )

  it('changes the role, keeps sessions, and is audited with both roles', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    await aSessionIn(ports, account)
    const changed = await changeRole(ports, { actor: operator, userId: account.id, role: 'Owner' })
    expect(changed).toEqual({
      ok: true,
      value: { ...profileOf(account), role: 'Owner', updatedAt: ports.clock.now() },
    })
    expect(ports.database.tables.sessions.size).toBe(1)
    const meta = { from: 'Member', to: 'Owner' }
    expect([...ports.database.tables.audit.values()]).toMatchObject([
      { action: 'account.change_role', meta },
    ])
  })

  ownerInvitationsEnd((ports, userId) =>
    changeRole(ports, { actor: operator, userId, role: 'Admin' }),
  )

  it('R50 refuses to demote the only active Owner, unless there is another one', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports, { role: 'Owner' })
    const demote = () => changeRole(ports, { actor, userId: account.id, role: 'Admin' })
    expect(await demote()).toEqual({ ok: false, error: { code: 'account.last_owner' } })
    const { account: successor } = await aPersonIn(ports)
    await changeRole(ports, { actor, userId: successor.id, role: 'Owner' })
    expect(await demote()).toMatchObject({ ok: true, value: { role: 'Admin' } })
  })

  it('changes nothing if the role is the same', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { role: 'Owner' })
    expect(await changeRole(ports, { actor: operator, userId: account.id, role: 'Owner' })).toEqual(
      { ok: true, value: profileOf(account) },
    )
    expect(ports.database.tables.audit.size).toBe(0)
  })
})
