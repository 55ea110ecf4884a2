import type { Forbidden } from '../model/accounts/account-errors.ts'
import { mayInvite } from '../model/accounts/permissions.ts'
import { isAdministrator, effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type {
  InvitationNotFound,
  InvitationSettled,
} from '../model/invitations/invitation-errors.ts'
import {
  revoked,
  shownInvitation,
  type InvitationId,
  type ShownInvitation,
} from '../model/invitations/invitation.ts'

export type RevokeInvitation = { readonly actor: Actor; readonly invitationId: InvitationId }

/** Revokes an invitation: its token is void from the commit. Idempotent. */
export async function revokeInvitation(
  ports: Transacts<'accounts' | 'audit' | 'invitations' | 'now'>,
  { actor, invitationId }: RevokeInvitation,
): Promise<Result<ShownInvitation, Forbidden | InvitationNotFound | InvitationSettled>> {
  return ports.transact(async (stores) => {
    const effectiveRole = await effectiveRoleOf(stores, actor)
    if (effectiveRole === null || !isAdministrator(effectiveRole))
      return err({ code: 'account.forbidden' })
    const invitation = await stores.invitations.lock(invitationId)
    if (invitation === null) return err({ code: 'invitation.not_found' })
    const { state, email, role } = invitation
    if (!mayInvite(effectiveRole, role)) return err({ code: 'account.forbidden' })
    if (state === 'accepted') return err({ code: 'invitation.settled', state })
    if (state === 'revoked') return ok(shownInvitation(invitation))

    const ended = revoked(invitation, await stores.now())
    await stores.invitations.update(ended)
    await stores.audit.append(
      auditEntry(actor, 'invitation.revoke', `invitation:${invitationId}`, { email, role }),
    )
    return ok(shownInvitation(ended))
  })
}
