import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import { anInvitation, aPersonIn, memoryPorts, newId, valueOf } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import type { InvitationId } from '../model/invitations/invitation.ts'
import { revokeInvitation } from './revoke-invitation.ts'

async function portsWith(...invited: readonly Parameters<typeof anInvitation>[0][]) {
  const ports = memoryPorts()
  const invitations = invited.map(anInvitation)
  await ports.transact(async (stores) => ok(await stores.invitations.insert(invitations)))
  return { ports, invitations }
}

describe('revokeInvitation', () => {
  onlyAdministrators((ports, actor) =>
    revokeInvitation(ports, { actor, invitationId: newId() as InvitationId }),
  )

  it('R52 voids the token of this invitation only, and is audited', async () => {
    const sent = {
      state: 'sent',
      tokenDigest: 'a digest',
      expiresAt: new Date('2099-01-01'),
    } as const
    const { ports, invitations } = await portsWith(sent, { ...sent, tokenDigest: 'another' })
    const [{ id, email } = anInvitation(), other] = invitations
    const ended = valueOf(await revokeInvitation(ports, { actor: operator, invitationId: id }))
    expect(ended).toMatchObject({ id, state: 'revoked', revokedAt: ports.clock.now() })
    const { tables } = ports.database
    expect(tables.invitations.get(id)).toMatchObject({ state: 'revoked', tokenDigest: null })
    expect(tables.invitations.get(other!.id)).toEqual(other)
    expect([...tables.audit.values()]).toMatchObject([
      { action: 'invitation.revoke', target: `invitation:${id}`, meta: { email, role: 'Member' } },
    ])
  })

  it('is idempotent', async () => {
    const { ports, invitations } = await portsWith({})
    const { id: invitationId } = invitations[0]!
    const first = await revokeInvitation(ports, { actor: operator, invitationId })
    ports.clock.advance(1_000)
    expect(await revokeInvitation(ports, { actor: operator, invitationId })).toEqual(first)
    expect(ports.database.tables.audit.size).toBe(1)
  })

  it('refuses an accepted or unknown invitation', async () => {
    const { ports, invitations } = await portsWith({ state: 'accepted' })
    const settled = await revokeInvitation(ports, {
      actor: operator,
      invitationId: invitations[0]!.id,
    })
    expect(settled).toEqual({ ok: false, error: { code: 'invitation.settled', state: 'accepted' } })
    const unknown = await revokeInvitation(ports, {
      actor: operator,
      invitationId: newId() as InvitationId,
    })
    expect(unknown).toEqual({ ok: false, error: { code: 'invitation.not_found' } })
  })

  it('R53 lets an Admin revoke only Member invitations', async () => {
    const { ports, invitations } = await portsWith(
      { role: 'Owner' },
      { role: 'Admin' },
      { role: 'Member' },
    )
    const { actor } = await aPersonIn(ports, { role: 'Admin' })
    const outcomes = []
    for (const { id: invitationId } of invitations)
      outcomes.push((await revokeInvitation(ports, { actor, invitationId })).ok)
    expect(outcomes).toEqual([false, false, true])
  })
})
