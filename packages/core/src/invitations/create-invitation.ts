import { withinChangeLimit } from '../attempt-limits/within-change-limit.ts'
import type {
  ChangesExhausted,
  EmailInvalid,
  EmailTaken,
  Forbidden,
  RoleInvalid,
} from '../model/accounts/account-errors.ts'
import { parseRole } from '../model/accounts/account.ts'
import { newEmail } from '../model/accounts/email.ts'
import { mayInvite } from '../model/accounts/permissions.ts'
import { isAdministrator, effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { MailNotConfigured } from '../model/mail/mail-errors.ts'
import type { Ports, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import {
  queuedInvitation,
  revoked,
  shownInvitation,
  type InvitationId,
  type ShownInvitation,
} from '../model/invitations/invitation.ts'

export type CreateInvitation = {
  readonly actor: Actor
  readonly email: string
  readonly role: string
}

/**
 * Invites one person by email. Revokes a pending invitation of the same address if the actor may revoke it. A role that the actor
 * may not grant is forbidden in any spelling; only the exact name of a role is valid.
 */
export async function createInvitation(
  ports: Pick<Ports, 'attemptLimits' | 'ids' | 'mailer'> &
    Transacts<'accounts' | 'audit' | 'invitations' | 'jobs' | 'lockInvitations' | 'now'>,
  { actor, ...input }: CreateInvitation,
): Promise<
  Result<
    ShownInvitation,
    Forbidden | RoleInvalid | EmailInvalid | EmailTaken | MailNotConfigured | ChangesExhausted
  >
> {
  const role = parseRole(input.role)
  const email = newEmail(input.email)

  return withinChangeLimit(ports, actor, 'sent_invitations', () =>
    ports.transact(async (stores) => {
      const effectiveRole = await effectiveRoleOf(stores, actor)
      if (effectiveRole === null || !isAdministrator(effectiveRole))
        return err({ code: 'account.forbidden' })
      if (role !== null && !mayInvite(effectiveRole, role))
        return err({ code: 'account.forbidden' })
      if (role === null || role !== input.role) return err({ code: 'account.role_invalid' })
      if (email === null) return err({ code: 'account.email_invalid' })
      if (ports.mailer === null) return err({ code: 'mail.not_configured' })

      await stores.lockInvitations([email])
      const earlier = await stores.invitations.lockPending(email)
      // Checked after the lock, because the earlier invitation may have just been accepted.
      if ((await stores.accounts.findByEmail(email)) !== null)
        return err({ code: 'account.email_taken' })
      if (earlier !== null && !mayInvite(effectiveRole, earlier.role))
        return err({ code: 'account.forbidden' })

      const now = await stores.now()
      if (earlier !== null) await stores.invitations.update(revoked(earlier, now))
      const id = ports.ids.newId() as InvitationId
      const invitation = queuedInvitation(
        { id, email, role, invitedBy: effectiveRole.id, importId: null },
        now,
      )
      await stores.invitations.insert([invitation])
      await stores.jobs.enqueue([{ kind: 'deliver_invitation', invitationId: id, paced: false }])
      const meta = { email, role, supersedes: earlier?.id ?? null }
      await stores.audit.append(auditEntry(actor, 'invitation.create', `invitation:${id}`, meta))
      return ok(shownInvitation(invitation))
    }),
  )
}
