import { roleMeant, type AccountId, type Role } from '../accounts/account.ts'
import { newEmail, type Email } from '../accounts/email.ts'
import { mayInvite, type Standing } from '../accounts/permissions.ts'

declare const invitationImportIdBrand: unique symbol

/** UUID version 7. */
export type InvitationImportId = string & { readonly [invitationImportIdBrand]: true }

/** What becomes of a line. Wire names; the list only grows. */
export const invitationVerdicts = ['created', 'already_invited', 'already_a_user', 'invalid'] as const
export type InvitationVerdict = (typeof invitationVerdicts)[number]
export type InvitationCounts = { readonly [Verdict in InvitationVerdict]: number }

/** One upload of many invitations, and what became of its lines. */
export type InvitationImport = {
  readonly id: InvitationImportId
  /** Null for the operator. */
  readonly importedBy: AccountId | null
  readonly createdAt: Date
  /** Of the lines taken so far. */
  readonly counts: InvitationCounts
  /** See `fingerprintOf`. Null for imports that an older version took. */
  readonly fingerprint: string | null
}

/** An import that has not moved for so long, and is not finished, ended early. */
export const importStallsAfterSeconds = 60

export const invitationsPerImportMax = 10_000

/** A line as it was read: its number in the file, and its fields, or null when they are not as many as the header's. */
export type InvitationLine = {
  readonly line: number
  readonly fields: { readonly email: string; readonly role: string } | null
}

/** Why a line is invalid. Wire names; the list only grows. */
export const lineFaults = ['columns', 'email', 'role'] as const
export type LineFault = (typeof lineFaults)[number]

/** A line that invites somebody, or why it does not. */
export type JudgedLine = { readonly line: number } & (
  | { readonly fault: LineFault; readonly email: Email | null }
  | { readonly fault: null; readonly email: Email; readonly role: Role }
)

/** What a line says by itself. Roles are read in any case and with blanks around them: people write these files. */
export function judgeLine({ line, fields }: InvitationLine): JudgedLine {
  if (fields === null) return { line, fault: 'columns', email: null }
  const email = newEmail(fields.email)
  if (email === null) return { line, fault: 'email', email }
  const role = roleMeant(fields.role)
  return role === null ? { line, fault: 'role', email } : { line, fault: null, email, role }
}

/** The lines that ask for a role which the actor may not give, sound or not. */
export const forbiddenLines = (lines: readonly InvitationLine[], standing: Standing): readonly number[] =>
  lines
    .filter(({ fields }) => {
      const role = fields === null ? null : roleMeant(fields.role)
      return role !== null && !mayInvite(standing, role)
    })
    .map(({ line }) => line)

/** A line with what becomes of it. */
export type LineVerdict = {
  readonly line: number
  readonly email: Email | null
  readonly verdict: InvitationVerdict
  readonly fault: LineFault | null
}

export type KnownAddresses = {
  readonly taken: ReadonlySet<Email>
  readonly pending: ReadonlySet<Email>
  /** Invited by this very import, before it ended early. */
  readonly own: ReadonlySet<Email>
  /** The verdicts of the lines above. */
  readonly earlier: readonly LineVerdict[]
}

/** What becomes of lines, in their order. Of an address that is there twice, the first line invites. */
export function verdictsOn(
  lines: readonly JudgedLine[],
  { taken, pending, own, earlier }: KnownAddresses,
): readonly LineVerdict[] {
  const invited = new Set(earlier.flatMap(({ email, verdict }) => (email !== null && verdict === 'created' ? [email] : [])))
  return lines.map(({ line, email, fault }): LineVerdict => {
    if (fault !== null || email === null) return { line, email, verdict: 'invalid', fault }
    if (invited.has(email)) return { line, email, verdict: 'already_invited', fault }
    if (!own.has(email) && taken.has(email)) return { line, email, verdict: 'already_a_user', fault }
    if (!own.has(email) && pending.has(email)) return { line, email, verdict: 'already_invited', fault }
    invited.add(email)
    return { line, email, verdict: 'created', fault }
  })
}

export const countVerdicts = (verdicts: readonly LineVerdict[]): InvitationCounts => {
  const counts = { created: 0, already_invited: 0, already_a_user: 0, invalid: 0 }
  for (const { verdict } of verdicts) counts[verdict] += 1
  return counts
}

/** Two runs of FNV-1a over 32 bits, from different beginnings. */
const fnvPrime = 16_777_619
const fnvBeginnings = [2_166_136_261, 84_696_351]

/**
 * Recognises the same list when it comes again. Lists with the same fingerprint may still differ: nothing but the id
 * under which their invitations are counted rests on it.
 */
export function fingerprintOf(lines: readonly InvitationLine[]): string {
  const text = JSON.stringify(lines.map(({ fields }) => fields))
  const parts = fnvBeginnings.map((beginning) => {
    let hash = beginning
    for (let place = 0; place < text.length; place += 1) hash = Math.imul(hash ^ text.charCodeAt(place), fnvPrime)
    return (hash >>> 0).toString(16).padStart(8, '0')
  })
  return `${lines.length}-${parts.join('')}`
}
