import type { Forbidden } from '../accounts/account-errors.ts'
import { isAdministrator, standingOf } from '../accounts/standing.ts'
import type { Actor } from '../actor.ts'
import { auditEntry } from '../audit/audit-entry.ts'
import type { MailNotConfigured } from '../mail/mail-errors.ts'
import type { Job, Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../result.ts'
import type { InvitationLinesTooMany, InvitationRolesForbidden } from './invitation-errors.ts'
import {
  countVerdicts,
  forbiddenLines,
  invitationsPerImportMax,
  judgeLine,
  verdictsOn,
  type InvitationCounts,
  type InvitationImportId,
  type InvitationLine,
  type LineVerdict,
} from './invitation-import.ts'
import { queuedInvitation, type InvitationId } from './invitation.ts'

export type ImportInvitations = {
  readonly actor: Actor
  readonly lines: readonly InvitationLine[]
  /** Only says what would become of the lines. */
  readonly dryRun: boolean
}
/** `importId` is null for a dry run. `verdicts` are in the order of the lines. */
export type ImportedInvitations = {
  readonly importId: InvitationImportId | null
  readonly counts: InvitationCounts
  readonly verdicts: readonly LineVerdict[]
}

/** Faults that an answer names. */
const linesNamedMax = 20

/**
 * Invites many people at once (SPEC 5.2.6). Each line gets a verdict: sound ones are created, whatever is wrong with
 * the others, and who has an account or a pending invitation is left alone, so that the same lines again create
 * nothing, also at the same moment. A single line with a role that the actor may not give refuses them all (R53):
 * who tries that should not get half a list through.
 */
export async function importInvitations(
  ports: Pick<Ports, 'ids' | 'mailer' | 'transact'>,
  { actor, lines, dryRun }: ImportInvitations,
): Promise<Result<ImportedInvitations, Forbidden | InvitationRolesForbidden | InvitationLinesTooMany | MailNotConfigured>> {
  return ports.transact(async (stores) => {
    const standing = await standingOf(stores, actor)
    if (standing === null || !isAdministrator(standing)) return err({ code: 'account.forbidden' })
    if (lines.length > invitationsPerImportMax)
      return err({ code: 'invitation.lines_too_many', linesMax: invitationsPerImportMax })
    const forbidden = forbiddenLines(lines, standing)
    if (forbidden.length > 0) return err({ code: 'invitation.roles_forbidden', lines: forbidden.slice(0, linesNamedMax) })
    if (ports.mailer === null) return err({ code: 'mail.not_configured' })

    if (!dryRun) await stores.lockInvitations()
    const judged = lines.map(judgeLine)
    const emails = [...new Set(judged.flatMap(({ email }) => email ?? []))]
    const pending = new Set(await stores.invitations.listPending(emails))
    const taken = new Set(await stores.accounts.listTaken(emails))
    const verdicts = verdictsOn(judged, { taken, pending })
    const counts = countVerdicts(verdicts)
    if (dryRun) return ok({ importId: null, counts, verdicts })

    const [importId, createdAt] = [ports.ids.newId() as InvitationImportId, await stores.now()]
    const invitations = judged.flatMap((line, position) => {
      if (line.fault !== null || verdicts[position]?.verdict !== 'created') return []
      const { email, role } = line
      const id = ports.ids.newId() as InvitationId
      return [queuedInvitation({ id, email, role, invitedBy: standing.id, importId }, createdAt)]
    })
    await stores.invitations.insertImport({ id: importId, importedBy: standing.id, createdAt, counts })
    await stores.invitations.insert(invitations)
    await stores.jobs.enqueue(invitations.map(({ id }): Job => ({ kind: 'deliver_invitation', invitationId: id, paced: true })))
    await stores.audit.append(auditEntry(actor, 'invitation.import', `import:${importId}`, counts))
    return ok({ importId, counts, verdicts })
  })
}
