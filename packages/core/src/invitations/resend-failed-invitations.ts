import type { Forbidden } from '../model/accounts/account-errors.ts'
import { administers, mayInvite } from '../model/accounts/permissions.ts'
import { effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { MailNotConfigured } from '../model/mail/mail-errors.ts'
import { anyInvitation, type Job, type Ports, type Stores, type Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { InvitationImportNotFound } from '../model/invitations/invitation-errors.ts'
import type { InvitationImportId } from '../model/invitations/invitation-import.ts'
import { requeued, type Invitation, type InvitationId } from '../model/invitations/invitation.ts'

export type ResendFailedInvitations = {
  readonly actor: Actor
  readonly importId: InvitationImportId
}

/** Invitations per transaction. Bounds how long locks are held. */
const invitationsPerPart = 100

type Refused = Forbidden | InvitationImportNotFound | MailNotConfigured
type Part = { readonly resent: number; readonly next: InvitationId | null }

/**
 * Queues the failed invitations of an import again, at the pace of imports, and returns their number. Skips people who
 * have an account by now, and roles that the actor may not give. In parts, each in its own transaction; repeating it
 * resends nothing twice.
 */
export async function resendFailedInvitations(
  ports: Pick<Ports, 'mailer'> &
    Transacts<
      | 'accounts'
      | 'audit'
      | 'invitationImports'
      | 'invitations'
      | 'jobs'
      | 'lockInvitations'
      | 'now'
    >,
  { actor, importId }: ResendFailedInvitations,
): Promise<Result<number, Refused>> {
  let resent = 0
  let after: InvitationId | null = null
  do {
    const position: InvitationId | null = after
    const part: Result<Part, Refused> = await ports.transact(
      async (stores): Promise<Result<Part, Refused>> => {
        const effectiveRole = await effectiveRoleOf(stores, actor)
        if (effectiveRole === null || !administers(effectiveRole))
          return err({ code: 'account.forbidden' })
        if ((await stores.invitationImports.find(importId)) === null)
          return err({ code: 'invitation.import_not_found' })
        if (ports.mailer === null) return err({ code: 'mail.not_configured' })
        const failed = await stores.invitations.list(
          { ...anyInvitation, importId, state: 'failed' },
          { after: position, limit: invitationsPerPart },
        )
        const permitted = failed.filter(({ role }) => mayInvite(effectiveRole, role))
        const ids = await requeue(stores, permitted, effectiveRole.id)
        if (ids.length > 0) {
          const entry = auditEntry(actor, 'invitation.resend', `import:${importId}`, {
            resent: ids.length,
          })
          await stores.audit.append(entry)
        }
        const next = failed.length < invitationsPerPart ? null : failed.at(-1)!.id
        return ok({ resent: ids.length, next })
      },
    )
    if (!part.ok) return part
    resent += part.value.resent
    after = part.value.next
  } while (after !== null)
  return ok(resent)
}

/** Queues those that still failed under their lock, and whose people have no account. */
async function requeue(
  stores: Pick<Stores, 'accounts' | 'invitations' | 'jobs' | 'lockInvitations' | 'now'>,
  listed: readonly Invitation[],
  by: Invitation['invitedBy'],
): Promise<readonly InvitationId[]> {
  const emails = listed.map(({ email }) => email)
  await stores.lockInvitations(emails)
  const taken = new Set(await stores.accounts.listTaken(emails))
  const now = await stores.now()
  const ids: InvitationId[] = []
  for (const { id, email } of listed) {
    const invitation = taken.has(email) ? null : await stores.invitations.lock(id)
    if (invitation?.state !== 'failed') continue
    await stores.invitations.update(requeued(invitation, by, now))
    ids.push(id)
  }
  await stores.jobs.enqueue(
    ids.map((invitationId): Job => ({ kind: 'deliver_invitation', invitationId, paced: true })),
  )
  return ids
}
