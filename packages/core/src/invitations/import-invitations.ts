import type { Forbidden } from '../model/accounts/account-errors.ts'
import type { EffectiveRole } from '../model/accounts/permissions.ts'
import { isAdministrator, effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { MailNotConfigured } from '../model/mail/mail-errors.ts'
import type { Job, Ports, Stores, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type {
  InvitationLinesTooMany,
  InvitationRolesForbidden,
} from '../model/invitations/invitation-errors.ts'
import {
  countVerdicts,
  deliverySecondsOf,
  fingerprintOf,
  forbiddenLines,
  invitationsPerImportMax,
  validateLine,
  verdictsOn,
  type InvitationCounts,
  type InvitationImport,
  type InvitationImportId,
  type InvitationLine,
  type ValidatedLine,
  type LineVerdict,
} from '../model/invitations/invitation-import.ts'
import { queuedInvitation, type InvitationId } from '../model/invitations/invitation.ts'

export type ImportInvitations = {
  readonly actor: Actor
  readonly lines: readonly InvitationLine[]
  /** Returns the verdicts without creating anything. */
  readonly dryRun: boolean
}
/**
 * `importId` is null for a dry run. `verdicts` has the order of the lines. `deliverySeconds` is how long sending all
 * emails takes at the set pace; null for a dry run without a mail server.
 */
export type ImportedInvitations = {
  readonly importId: InvitationImportId | null
  readonly counts: InvitationCounts
  readonly verdicts: readonly LineVerdict[]
  readonly deliverySeconds: number | null
}

/** The forbidden lines that a refusal names. */
const linesNamedMax = 20
/** Lines per transaction. Bounds how long locks are held. */
const linesPerPart = 500

type ImportPorts = Pick<Ports, 'ids' | 'mailer'> &
  Transacts<
    'accounts' | 'audit' | 'invitationImports' | 'invitations' | 'jobs' | 'lockInvitations' | 'now'
  >
type Refused = Forbidden | InvitationRolesForbidden | InvitationLinesTooMany | MailNotConfigured

/**
 * Invites many people. Each line gets a verdict. Valid lines are created even if others are invalid. People with an
 * account or a pending invitation are skipped, so that repeating the lines, even concurrently, creates nothing twice. One
 * line with a role that the actor may not grant refuses the whole list.
 *
 * A list is imported in parts, each in its own transaction. If the import is interrupted, the same list from the same
 * person continues it, from a minute later.
 */
export async function importInvitations(
  ports: ImportPorts,
  { actor, lines, dryRun }: ImportInvitations,
): Promise<Result<ImportedInvitations, Refused>> {
  const imported = await (dryRun ? checkLines : importLines)(ports, actor, lines)
  if (!imported.ok) return imported
  const { importId, verdicts } = imported.value
  const counts = countVerdicts(verdicts)
  const deliverySeconds =
    ports.mailer === null ? null : deliverySecondsOf(counts.created, ports.mailer.bulkPerSecond)
  return ok({ importId, counts, verdicts, deliverySeconds })
}

/** The verdicts on all lines, without creating anything. */
async function checkLines(
  ports: ImportPorts,
  actor: Actor,
  lines: readonly InvitationLine[],
): Promise<Result<Imported, Refused>> {
  return ports.transact(async (stores) => {
    const inviter = await inviterOf(stores, actor, lines)
    if (!inviter.ok) return inviter
    const part = lines.map(validateLine)
    const { verdicts } = await validatePart(stores, part, { importId: null, earlier: [] })
    return ok({ importId: null, verdicts })
  })
}

/** Imports lines in parts. The first part refuses the whole list. An empty list is an import, too. */
async function importLines(
  ports: ImportPorts,
  actor: Actor,
  lines: readonly InvitationLine[],
): Promise<Result<Imported, Refused>> {
  const fingerprint = fingerprintOf(lines)
  let importId: InvitationImportId | null = null
  const verdicts: LineVerdict[] = []
  for (let start = 0; start === 0 || start < lines.length; start += linesPerPart) {
    const linesOfPart = lines.slice(start, start + linesPerPart)
    const soFar: ImportSoFar = { importId, earlier: verdicts }
    const imported = await ports.transact(async (stores) => {
      const inviter = await inviterOf(stores, actor, start === 0 ? lines : linesOfPart)
      if (!inviter.ok) return inviter
      if (ports.mailer === null) return err({ code: 'mail.not_configured' })
      return ok(
        await importPart(ports, stores, {
          ...soFar,
          actor,
          effectiveRole: inviter.value,
          part: linesOfPart.map(validateLine),
          fingerprint,
          isLast: start + linesPerPart >= lines.length,
        }),
      )
    })
    if (!imported.ok) return imported
    importId = imported.value.importId
    verdicts.push(...imported.value.verdicts)
  }
  return ok({ importId, verdicts })
}

/** The role of an actor who may invite all people of these lines. */
async function inviterOf(
  stores: Pick<Stores, 'accounts'>,
  actor: Actor,
  lines: readonly InvitationLine[],
): Promise<Result<EffectiveRole, Exclude<Refused, MailNotConfigured>>> {
  const effectiveRole = await effectiveRoleOf(stores, actor)
  if (effectiveRole === null || !isAdministrator(effectiveRole))
    return err({ code: 'account.forbidden' })
  if (lines.length > invitationsPerImportMax)
    return err({ code: 'invitation.lines_too_many', linesMax: invitationsPerImportMax })
  const forbidden = forbiddenLines(lines, effectiveRole)
  return forbidden.length === 0
    ? ok(effectiveRole)
    : err({ code: 'invitation.roles_forbidden', lines: forbidden.slice(0, linesNamedMax) })
}

/** `importId` is null if nothing was created. */
type Imported = {
  readonly importId: InvitationImportId | null
  readonly verdicts: readonly LineVerdict[]
}
type ImportSoFar = {
  readonly importId: InvitationImportId | null
  readonly earlier: readonly LineVerdict[]
}

async function validatePart(
  { accounts, invitations }: Pick<Stores, 'accounts' | 'invitations'>,
  part: readonly ValidatedLine[],
  { importId, earlier }: ImportSoFar,
) {
  const emails = [...new Set(part.flatMap(({ email }) => email ?? []))]
  const own = new Set(importId === null ? [] : await invitations.listInvited(importId, emails))
  const pending = new Set(await invitations.listPending(emails))
  // Read last: a person who accepts meanwhile was pending above or has an account here.
  const taken = new Set(await accounts.listTaken(emails))
  return { verdicts: verdictsOn(part, { taken, pending, own, earlier }), own }
}

type Part = ImportSoFar & {
  readonly actor: Actor
  readonly effectiveRole: EffectiveRole
  readonly part: readonly ValidatedLine[]
  readonly fingerprint: string
  readonly isLast: boolean
}

async function importPart(
  ports: Pick<Ports, 'ids'>,
  stores: Pick<
    Stores,
    'accounts' | 'audit' | 'invitationImports' | 'invitations' | 'jobs' | 'lockInvitations' | 'now'
  >,
  { actor, effectiveRole, part, earlier, fingerprint, isLast, ...given }: Part,
): Promise<Imported> {
  const { audit, invitationImports, invitations, jobs } = stores
  const createdAt = await stores.now()
  const importId =
    given.importId ??
    (await importFor(ports, stores, { importedBy: effectiveRole.id, createdAt, fingerprint }))
  await stores.lockInvitations(part.flatMap(({ email }) => email ?? []))
  const { verdicts, own } = await validatePart(stores, part, { importId, earlier })
  const created = part.flatMap((line, position) => {
    if (line.fault !== null || own.has(line.email) || verdicts[position]?.verdict !== 'created')
      return []
    const { email, role } = line
    const id = ports.ids.newId() as InvitationId
    return [queuedInvitation({ id, email, role, invitedBy: effectiveRole.id, importId }, createdAt)]
  })
  await invitations.insert(created)
  await jobs.enqueue(
    created.map(({ id }): Job => ({ kind: 'deliver_invitation', invitationId: id, paced: true })),
  )
  const ids = new Map(created.map(({ email, id }) => [email, id]))
  const recorded = new Set(
    await invitationImports.recordLines(
      importId,
      verdicts.map((line) => ({
        ...line,
        invitationId: line.verdict === 'created' ? (ids.get(line.email!) ?? null) : null,
      })),
    ),
  )
  // What an interrupted run recorded has an entry already.
  const added = countVerdicts(verdicts.filter(({ line }) => recorded.has(line)))
  const audited = { ...added, created: created.length }
  if (recorded.size > 0 || verdicts.length === 0)
    await audit.append(auditEntry(actor, 'invitation.import', `import:${importId}`, audited))
  await invitationImports.recordProgress(importId, countVerdicts([...earlier, ...verdicts]), {
    isFinished: isLast,
  })
  return { importId, verdicts }
}

/** The interrupted import of the same list, or a new one. */
async function importFor(
  { ids }: Pick<Ports, 'ids'>,
  { invitationImports }: Pick<Stores, 'invitationImports'>,
  {
    importedBy,
    createdAt,
    fingerprint,
  }: Pick<InvitationImport, 'importedBy' | 'createdAt'> & { readonly fingerprint: string },
): Promise<InvitationImportId> {
  const stalled = await invitationImports.findStalled(importedBy, fingerprint)
  if (stalled !== null) return stalled
  const id = ids.newId() as InvitationImportId
  await invitationImports.insert({
    id,
    importedBy,
    createdAt,
    counts: countVerdicts([]),
    fingerprint,
  })
  return id
}
