import { describe, expect, it } from 'vitest'
import { roles } from '../model/accounts/account.ts'
import { operator } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import { anInvitation, aPersonIn, memoryPorts, valueOf } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import { createInvitation } from './create-invitation.ts'

const refused = (code: string) => ({ ok: false, error: { code } })
const command = { actor: operator, email: ' Ada@Example.com', role: 'Member' }

describe('createInvitation', () => {
  onlyAdministrators((ports, actor) => createInvitation(ports, { ...command, actor }))

  it('queues one email to the canonical address, in the name of the actor, without a secret', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports, { role: 'Owner' })
    const created = valueOf(await createInvitation(ports, { ...command, actor, role: 'Admin' }))
    const { invitations, jobs, audit } = ports.database.tables
    expect(created).toMatchObject({
      email: 'ada@example.com',
      role: 'Admin',
      state: 'queued',
      invitedBy: actor.userId,
    })
    expect([...invitations.values()]).toMatchObject([{ ...created, tokenDigest: null }])
    expect([...jobs.values()]).toEqual([
      { kind: 'deliver_invitation', invitationId: created.id, paced: false },
    ])
    expect([...audit.values()]).toMatchObject([
      {
        action: 'invitation.create',
        actorId: actor.userId,
        target: `invitation:${created.id}`,
        meta: { email: 'ada@example.com', role: 'Admin', supersedes: null },
      },
    ])
    expect(ports.mailer.sent).toEqual([])
  })

  it('R53 lets an Owner and the operator grant any role, and an Admin only Member, in any spelling', async () => {
    const ports = memoryPorts()
    const [owner, admin] = [
      await aPersonIn(ports, { role: 'Owner' }),
      await aPersonIn(ports, { role: 'Admin' }),
    ]
    for (const role of roles) {
      for (const actor of [owner.actor, operator])
        expect(await createInvitation(ports, { ...command, actor, role })).toMatchObject({
          ok: true,
        })
    }
    const before = ports.database.tables.invitations.size
    for (const role of [
      'Owner',
      'owner',
      'OWNER',
      'Owner ',
      '\tOwner\n',
      'Admin',
      'aDMIN',
      ' admin',
    ]) {
      expect(
        await createInvitation(ports, { actor: admin.actor, email: 'eve@example.com', role }),
      ).toEqual(refused('account.forbidden'))
    }
    expect(ports.database.tables.invitations.size).toBe(before)
    expect(
      await createInvitation(ports, {
        actor: admin.actor,
        email: 'eve@example.com',
        role: 'Member',
      }),
    ).toMatchObject({
      ok: true,
    })
  })

  it('R51 accepts only the exact names of roles', async () => {
    for (const role of ['owner', 'Member ', 'member', 'Root', '', '["Owner"]', '\u212aember'])
      expect(await createInvitation(memoryPorts(), { ...command, role })).toEqual(
        refused('account.role_invalid'),
      )
  })

  it('R56 refuses an address that Ken cannot send to', async () => {
    for (const email of [
      '=?utf-8?q?ada?=@example.com',
      'ada',
      'ada@example.com\r\nBcc: eve@example.com',
      'ad\u0130@example.com',
      'a@example.com,b@example.com',
    ])
      expect(await createInvitation(memoryPorts(), { ...command, email })).toEqual(
        refused('account.email_invalid'),
      )
  })

  it('changes nothing while no mail server is configured', async () => {
    const ports = memoryPorts()
    expect(await createInvitation({ ...ports, mailer: null }, command)).toEqual(
      refused('mail.not_configured'),
    )
    const { invitations, jobs, audit } = ports.database.tables
    expect([invitations.size, jobs.size, audit.size]).toEqual([0, 0, 0])
  })

  it('R52 refuses an address that has an account, even a deactivated one', async () => {
    for (const status of ['active', 'deactivated'] as const) {
      const ports = memoryPorts()
      await aPersonIn(ports, { email: 'ada@example.com', status })
      expect(await createInvitation(ports, command)).toEqual(refused('account.email_taken'))
      expect(ports.database.tables.invitations.size).toBe(0)
    }
  })

  it('R52 supersedes the pending invitation of the address and voids its token', async () => {
    const ports = memoryPorts()
    const earlier = anInvitation({
      email: 'ada@example.com',
      state: 'sent',
      tokenDigest: 'a digest',
      expiresAt: new Date('2099-01-01'),
    })
    await ports.transact(async ({ invitations }) => ok(await invitations.insert([earlier])))
    const created = valueOf(await createInvitation(ports, command))
    const { invitations, audit } = ports.database.tables
    expect(invitations.get(earlier.id)).toMatchObject({
      state: 'revoked',
      tokenDigest: null,
      revokedAt: ports.clock.now(),
    })
    expect(invitations.get(created.id)?.state).toBe('queued')
    expect([...audit.values()].at(-1)?.meta).toMatchObject({ supersedes: earlier.id })
  })

  it('R53 refuses an Admin who may not revoke the pending invitation', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports, { role: 'Admin' })
    const earlier = anInvitation({ email: 'ada@example.com', role: 'Owner' })
    await ports.transact(async ({ invitations }) => ok(await invitations.insert([earlier])))
    expect(await createInvitation(ports, { ...command, actor })).toEqual(
      refused('account.forbidden'),
    )
    expect([...ports.database.tables.invitations.values()]).toEqual([earlier])
  })

  it('creates a new invitation after an expired one, which stays expired', async () => {
    const ports = memoryPorts()
    const earlier = anInvitation({
      email: 'ada@example.com',
      state: 'sent',
      expiresAt: ports.clock.now(),
    })
    await ports.transact(async ({ invitations }) => ok(await invitations.insert([earlier])))
    expect(await createInvitation(ports, command)).toMatchObject({ ok: true })
    expect(ports.database.tables.invitations.get(earlier.id)).toEqual(earlier)
  })
})
