import { withinChangeLimit } from '../attempt-limits/within-change-limit.ts'
import type { ChangesExhausted, EmailTaken, Forbidden } from '../model/accounts/account-errors.ts'
import { mayInvite } from '../model/accounts/permissions.ts'
import { isAdministrator, effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { MailNotConfigured } from '../model/mail/mail-errors.ts'
import type { Ports, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type {
  InvitationNotFound,
  InvitationSettled,
  InvitationSuperseded,
} from '../model/invitations/invitation-errors.ts'
import {
  requeued,
  shownInvitation,
  type InvitationId,
  type ShownInvitation,
} from '../model/invitations/invitation.ts'

export type ResendInvitation = { readonly actor: Actor; readonly invitationId: InvitationId }

/**
 * Resends an invitation with a new token and another 48 hours, even a failed or expired one. The actor becomes its
 * inviter. One that is still queued is sent only once.
 */
export async function resendInvitation(
  ports: Pick<Ports, 'attemptLimits' | 'mailer'> &
    Transacts<'accounts' | 'audit' | 'invitations' | 'jobs' | 'lockInvitations' | 'now'>,
  { actor, invitationId }: ResendInvitation,
): Promise<
  Result<
    ShownInvitation,
    | Forbidden
    | InvitationNotFound
    | InvitationSettled
    | InvitationSuperseded
    | EmailTaken
    | MailNotConfigured
    | ChangesExhausted
  >
> {
  return withinChangeLimit(ports, actor, 'sent_invitations', () =>
    ports.transact(async (stores) => {
      const effectiveRole = await effectiveRoleOf(stores, actor)
      if (effectiveRole === null || !isAdministrator(effectiveRole))
        return err({ code: 'account.forbidden' })
      const invited = await stores.invitations.findEmail(invitationId)
      if (invited !== null) await stores.lockInvitations([invited])
      const invitation = await stores.invitations.lock(invitationId)
      if (invitation === null) return err({ code: 'invitation.not_found' })
      const { state, email, role } = invitation
      if (!mayInvite(effectiveRole, role)) return err({ code: 'account.forbidden' })
      if (ports.mailer === null) return err({ code: 'mail.not_configured' })
      if (state === 'accepted' || state === 'revoked')
        return err({ code: 'invitation.settled', state })
      if (state === 'expired' && (await stores.invitations.lockPending(email)) !== null)
        return err({ code: 'invitation.superseded' })
      if ((await stores.accounts.findByEmail(email)) !== null)
        return err({ code: 'account.email_taken' })

      const queued = requeued(invitation, effectiveRole.id, await stores.now())
      await stores.invitations.requeue(queued)
      await stores.jobs.enqueue([{ kind: 'deliver_invitation', invitationId, paced: false }])
      await stores.audit.append(
        auditEntry(actor, 'invitation.resend', `invitation:${invitationId}`, { email, role }),
      )
      return ok(shownInvitation(queued))
    }),
  )
}
