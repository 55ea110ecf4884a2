import type { EmailTaken, Forbidden } from '../model/accounts/account-errors.ts'
import { mayInvite } from '../model/accounts/permissions.ts'
import { isAdministrator, standingOf } from '../authorization/standing.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { MailNotConfigured } from '../model/mail/mail-errors.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { InvitationNotFound, InvitationSettled, InvitationSuperseded } from '../model/invitations/invitation-errors.ts'
import { queuedAgain, shownInvitation, type InvitationId, type ShownInvitation } from '../model/invitations/invitation.ts'

export type ResendInvitation = { readonly actor: Actor; readonly invitationId: InvitationId }

/**
 * Sends an invitation once more, with a new token and another 48 hours, also one that failed or expired. Whoever does
 * answers for it from now on. One that waits to be sent is still sent once.
 */
export async function resendInvitation(
  ports: Pick<Ports, 'mailer' | 'transact'>,
  { actor, invitationId }: ResendInvitation,
): Promise<
  Result<
    ShownInvitation,
    Forbidden | InvitationNotFound | InvitationSettled | InvitationSuperseded | EmailTaken | MailNotConfigured
  >
> {
  return ports.transact(async (stores) => {
    const standing = await standingOf(stores, actor)
    if (standing === null || !isAdministrator(standing)) return err({ code: 'account.forbidden' })
    const invited = await stores.invitations.findEmail(invitationId)
    if (invited !== null) await stores.lockInvitations([invited])
    const invitation = await stores.invitations.hold(invitationId)
    if (invitation === null) return err({ code: 'invitation.not_found' })
    const { state, email, role } = invitation
    if (!mayInvite(standing, role)) return err({ code: 'account.forbidden' })
    if (ports.mailer === null) return err({ code: 'mail.not_configured' })
    if (state === 'accepted' || state === 'revoked') return err({ code: 'invitation.settled', state })
    if (state === 'expired' && (await stores.invitations.holdPending(email)) !== null)
      return err({ code: 'invitation.superseded' })
    if ((await stores.accounts.findByEmail(email)) !== null) return err({ code: 'account.email_taken' })

    const queued = queuedAgain(invitation, standing.id, await stores.now())
    await stores.invitations.update(queued)
    await stores.jobs.enqueue([{ kind: 'deliver_invitation', invitationId, paced: false }])
    await stores.audit.append(auditEntry(actor, 'invitation.resend', `invitation:${invitationId}`, { email, role }))
    return ok(shownInvitation(queued))
  })
}
