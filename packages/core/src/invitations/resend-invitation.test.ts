import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import {
  anInvitation,
  aPersonIn,
  memoryPorts,
  newId,
  valueOf,
  type MemoryPorts,
} from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import type { InvitationId } from '../model/invitations/invitation.ts'
import { resendInvitation } from './resend-invitation.ts'

const refused = (error: object) => ({ ok: false, error })

async function invitedIn(ports: MemoryPorts, overrides: Parameters<typeof anInvitation>[0] = {}) {
  const invitation = anInvitation(overrides)
  await ports.transact(async ({ invitations }) => ok(await invitations.insert([invitation])))
  return invitation
}

describe('resendInvitation', () => {
  onlyAdministrators((ports, actor) =>
    resendInvitation(ports, { actor, invitationId: newId() as InvitationId }),
  )

  it('queues a sent, failed or expired invitation again, in the name of the actor', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports, { role: 'Admin' })
    for (const state of ['queued', 'sent', 'failed', 'expired'] as const) {
      const { id, email } = await invitedIn(ports, {
        state,
        lastError: 'busy',
        expiresAt: new Date('2099-01-01'),
      })
      const again = valueOf(await resendInvitation(ports, { actor, invitationId: id }))
      expect(again).toMatchObject({
        id,
        email,
        state: 'queued',
        invitedBy: actor.userId,
        lastError: null,
      })
      expect(ports.database.tables.invitations.get(id)?.queuedAt).toEqual(ports.clock.now())
      expect([...ports.database.tables.jobs.values()].at(-1)).toMatchObject({
        invitationId: id,
        paced: false,
      })
      expect([...ports.database.tables.audit.values()].at(-1)).toMatchObject({
        action: 'invitation.resend',
        target: `invitation:${id}`,
        meta: { email, role: 'Member' },
      })
    }
  })

  it('refuses an accepted, revoked or unknown invitation', async () => {
    const ports = memoryPorts()
    for (const state of ['accepted', 'revoked'] as const) {
      const { id } = await invitedIn(ports, { state })
      expect(await resendInvitation(ports, { actor: operator, invitationId: id })).toEqual(
        refused({ code: 'invitation.settled', state }),
      )
    }
    const unknown = await resendInvitation(ports, {
      actor: operator,
      invitationId: newId() as InvitationId,
    })
    expect(unknown).toEqual(refused({ code: 'invitation.not_found' }))
    expect(ports.database.tables.jobs.size).toBe(0)
  })

  it('refuses an expired invitation if a later one of the address is pending', async () => {
    const ports = memoryPorts()
    const { id } = await invitedIn(ports, { email: 'ada@example.com', state: 'expired' })
    await invitedIn(ports, { email: 'ada@example.com' })
    expect(await resendInvitation(ports, { actor: operator, invitationId: id })).toEqual(
      refused({ code: 'invitation.superseded' }),
    )
  })

  it('R52 refuses an address that now has an account', async () => {
    const ports = memoryPorts()
    const { id, email } = await invitedIn(ports)
    await aPersonIn(ports, { email, status: 'deactivated' })
    expect(await resendInvitation(ports, { actor: operator, invitationId: id })).toEqual(
      refused({ code: 'account.email_taken' }),
    )
  })

  it('R53 refuses an Admin an invitation above Member', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports, { role: 'Admin' })
    for (const role of ['Owner', 'Admin'] as const) {
      const invitation = await invitedIn(ports, { role })
      const outcome = await resendInvitation(ports, { actor, invitationId: invitation.id })
      expect(outcome).toEqual(refused({ code: 'account.forbidden' }))
      expect(ports.database.tables.invitations.get(invitation.id)).toEqual(invitation)
    }
  })

  it('changes nothing while no mail server is configured', async () => {
    const ports = memoryPorts()
    const invitation = await invitedIn(ports, { state: 'failed' })
    const outcome = await resendInvitation(
      { ...ports, mailer: null },
      { actor: operator, invitationId: invitation.id },
    )
    expect(outcome).toEqual(refused({ code: 'mail.not_configured' }))
    expect(ports.database.tables.invitations.get(invitation.id)).toEqual(invitation)
  })
})
