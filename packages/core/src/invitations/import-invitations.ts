import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { Standing } from '../model/accounts/permissions.ts'
import { isAdministrator, standingOf } from '../authorization/standing.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { MailNotConfigured } from '../model/mail/mail-errors.ts'
import type { Job, Ports, Stores } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { InvitationLinesTooMany, InvitationRolesForbidden } from '../model/invitations/invitation-errors.ts'
import {
  countVerdicts,
  fingerprintOf,
  forbiddenLines,
  invitationsPerImportMax,
  judgeLine,
  verdictsOn,
  type InvitationCounts,
  type InvitationImport,
  type InvitationImportId,
  type InvitationLine,
  type JudgedLine,
  type LineVerdict,
} from '../model/invitations/invitation-import.ts'
import { queuedInvitation, type InvitationId } from '../model/invitations/invitation.ts'

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
/** Lines of one transaction: a list never keeps others waiting for longer than these take. */
const linesPerPart = 500

type ImportPorts = Pick<Ports, 'ids' | 'mailer' | 'transact'>
type Refused = Forbidden | InvitationRolesForbidden | InvitationLinesTooMany | MailNotConfigured

/**
 * Invites many people at once. Each line gets a verdict: valid ones are created, whatever is wrong with
 * the others, and people who have an account or a pending invitation are left alone, so that the same lines again create
 * nothing, also at the same moment. A single line with a role that the actor may not give refuses them all:
 * an actor who tries that must not get half a list through.
 *
 * A list is taken in parts, each in a transaction of its own. If it ends early, the same list from the same person
 * continues the same import a minute later.
 */
export async function importInvitations(
  ports: ImportPorts,
  { actor, lines, dryRun }: ImportInvitations,
): Promise<Result<ImportedInvitations, Refused>> {
  const fingerprint = fingerprintOf(lines)
  const judged = lines.map(judgeLine)
  let importId: InvitationImportId | null = null
  const verdicts: LineVerdict[] = []
  const partSize = dryRun ? Math.max(lines.length, 1) : linesPerPart
  for (let start = 0; start === 0 || start < lines.length; start += partSize) {
    const part = judged.slice(start, start + partSize)
    const taken = await ports.transact(async (stores): Promise<Result<TakenPart, Refused>> => {
      const standing = await standingOf(stores, actor)
      const refusal = refusalOf(ports, standing, start === 0 ? lines : lines.slice(start, start + partSize))
      if (standing === null || refusal !== null) return err(refusal ?? { code: 'account.forbidden' })
      if (dryRun)
        return ok({ importId: null, verdicts: (await judgePart(stores, part, { importId, earlier: verdicts })).verdicts })
      const isLast = start + partSize >= lines.length
      return ok(await takePart(ports, stores, { actor, standing, part, importId, earlier: verdicts, fingerprint, isLast }))
    })
    if (!taken.ok) return taken
    importId = taken.value.importId
    verdicts.push(...taken.value.verdicts)
  }
  return ok({ importId, counts: countVerdicts(verdicts), verdicts })
}

function refusalOf(
  { mailer }: Pick<Ports, 'mailer'>,
  standing: Standing | null,
  lines: readonly InvitationLine[],
): Refused | null {
  if (standing === null || !isAdministrator(standing)) return { code: 'account.forbidden' }
  if (lines.length > invitationsPerImportMax) return { code: 'invitation.lines_too_many', linesMax: invitationsPerImportMax }
  const forbidden = forbiddenLines(lines, standing)
  if (forbidden.length > 0) return { code: 'invitation.roles_forbidden', lines: forbidden.slice(0, linesNamedMax) }
  return mailer === null ? { code: 'mail.not_configured' } : null
}

type TakenPart = { readonly importId: InvitationImportId | null; readonly verdicts: readonly LineVerdict[] }
type Before = { readonly importId: InvitationImportId | null; readonly earlier: readonly LineVerdict[] }

async function judgePart({ accounts, invitations }: Stores, part: readonly JudgedLine[], { importId, earlier }: Before) {
  const emails = [...new Set(part.flatMap(({ email }) => email ?? []))]
  const own = new Set(importId === null ? [] : await invitations.listInvited(importId, emails))
  const pending = new Set(await invitations.listPending(emails))
  // Asked last: a person who accepts meanwhile is pending before, or has an account now.
  const taken = new Set(await accounts.listTaken(emails))
  return { verdicts: verdictsOn(part, { taken, pending, own, earlier }), own }
}

type Part = Before & {
  readonly actor: Actor
  readonly standing: Standing
  readonly part: readonly JudgedLine[]
  readonly fingerprint: string
  readonly isLast: boolean
}

async function takePart(
  ports: Pick<Ports, 'ids'>,
  stores: Stores,
  { actor, standing, part, earlier, fingerprint, isLast, ...given }: Part,
): Promise<TakenPart> {
  const { audit, invitations, jobs } = stores
  const createdAt = await stores.now()
  const importId = given.importId ?? (await importFor(ports, stores, { importedBy: standing.id, createdAt, fingerprint }))
  await stores.lockInvitations(part.flatMap(({ email }) => email ?? []))
  const { verdicts, own } = await judgePart(stores, part, { importId, earlier })
  const created = part.flatMap((line, position) => {
    if (line.fault !== null || own.has(line.email) || verdicts[position]?.verdict !== 'created') return []
    const { email, role } = line
    const id = ports.ids.newId() as InvitationId
    return [queuedInvitation({ id, email, role, invitedBy: standing.id, importId }, createdAt)]
  })
  await invitations.insert(created)
  await jobs.enqueue(created.map(({ id }): Job => ({ kind: 'deliver_invitation', invitationId: id, paced: true })))
  await audit.append(auditEntry(actor, 'invitation.import', `import:${importId}`, countVerdicts(verdicts)))
  await invitations.noteProgress(importId, countVerdicts([...earlier, ...verdicts]), { isFinished: isLast })
  return { importId, verdicts }
}

/** The import of the same list that ended early, or a new one. */
async function importFor(
  { ids }: Pick<Ports, 'ids'>,
  { invitations }: Stores,
  { importedBy, createdAt, fingerprint }: Pick<InvitationImport, 'importedBy' | 'createdAt'> & { readonly fingerprint: string },
): Promise<InvitationImportId> {
  const stalled = await invitations.findStalledImport(importedBy, fingerprint)
  if (stalled !== null) return stalled
  const id = ids.newId() as InvitationImportId
  await invitations.insertImport({ id, importedBy, createdAt, counts: countVerdicts([]), fingerprint })
  return id
}
