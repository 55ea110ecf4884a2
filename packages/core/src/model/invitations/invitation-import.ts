import { parseRole, type AccountId, type Role } from '../accounts/account.ts'
import { newEmail, type Email } from '../accounts/email.ts'
import { mayInvite, type EffectiveRole } from '../accounts/permissions.ts'

declare const invitationImportIdBrand: unique symbol

/** UUID version 7. */
export type InvitationImportId = string & { readonly [invitationImportIdBrand]: true }

/** The result of a line. Wire names; the list only grows. */
export const invitationVerdicts = [
  'created',
  'already_invited',
  'already_a_user',
  'invalid',
] as const
export type InvitationVerdict = (typeof invitationVerdicts)[number]
export type InvitationCounts = { readonly [Verdict in InvitationVerdict]: number }

/** One upload of many invitations, with the results of its lines. */
export type InvitationImport = {
  readonly id: InvitationImportId
  /** Null for the operator. */
  readonly importedBy: AccountId | null
  readonly createdAt: Date
  /** Of the lines processed so far. */
  readonly counts: InvitationCounts
  /** See `fingerprintOf`. Null for imports by an older version. */
  readonly fingerprint: string | null
}

/** An unfinished import without progress for this long has stalled. */
export const importStallsAfterSeconds = 60

export const invitationsPerImportMax = 10_000

/** A line of the file. `fields` is null if their number differs from the header's. */
export type InvitationLine = {
  readonly line: number
  readonly fields: { readonly email: string; readonly role: string } | null
}

/** Why a line is invalid. Wire names; the list only grows. */
export const lineFaults = ['columns', 'email', 'role'] as const
export type LineFault = (typeof lineFaults)[number]

/** A line that invites, or the reason why it does not. */
export type ValidatedLine = { readonly line: number } & (
  | { readonly fault: LineFault; readonly email: Email | null }
  | { readonly fault: null; readonly email: Email; readonly role: Role }
)

/** An address as mail programs write it, after the name of its person. */
const namedAddress = /^(?<name>[^<>]*)<(?<address>[^<>]*)>\s*$/

/** A cell without the name before its address. A name may be the address again, but no other one. */
function addressOf(cell: string): string {
  const { name = '', address = cell } = namedAddress.exec(cell)?.groups ?? {}
  if (!name.includes('@')) return address
  const unquoted = name.trim().replace(/^(?<quote>["'])(?<text>.*)\k<quote>$/, '$<text>')
  return newEmail(unquoted) === newEmail(address) ? address : cell
}

/**
 * Checks one line on its own. Roles are accepted in any case and with white space around them, and addresses also after
 * a name, such as `Zoë <zoe@example.com>`, or after themselves.
 */
export function validateLine({ line, fields }: InvitationLine): ValidatedLine {
  if (fields === null) return { line, fault: 'columns', email: null }
  const email = newEmail(addressOf(fields.email))
  if (email === null) return { line, fault: 'email', email }
  const role = parseRole(fields.role)
  return role === null ? { line, fault: 'role', email } : { line, fault: null, email, role }
}

/** The lines, valid or not, that ask for a role which the actor may not give. */
export const forbiddenLines = (
  lines: readonly InvitationLine[],
  effectiveRole: EffectiveRole,
): readonly number[] =>
  lines
    .filter(({ fields }) => {
      const role = fields === null ? null : parseRole(fields.role)
      return role !== null && !mayInvite(effectiveRole, role)
    })
    .map(({ line }) => line)

/** A line with its result. */
export type LineVerdict = {
  readonly line: number
  readonly email: Email | null
  readonly verdict: InvitationVerdict
  readonly fault: LineFault | null
}

export type KnownAddresses = {
  readonly taken: ReadonlySet<Email>
  readonly pending: ReadonlySet<Email>
  /** Invited by this same import before it stalled. */
  readonly own: ReadonlySet<Email>
  /** The results of the lines above. */
  readonly earlier: readonly LineVerdict[]
}

/** The results of the lines, in order. Of two lines with the same address, the first invites. */
export function verdictsOn(
  lines: readonly ValidatedLine[],
  { taken, pending, own, earlier }: KnownAddresses,
): readonly LineVerdict[] {
  const invited = new Set(
    earlier.flatMap(({ email, verdict }) =>
      email !== null && verdict === 'created' ? [email] : [],
    ),
  )
  return lines.map(({ line, email, fault }): LineVerdict => {
    if (fault !== null || email === null) return { line, email, verdict: 'invalid', fault }
    if (invited.has(email)) return { line, email, verdict: 'already_invited', fault }
    if (!own.has(email) && taken.has(email))
      return { line, email, verdict: 'already_a_user', fault }
    if (!own.has(email) && pending.has(email))
      return { line, email, verdict: 'already_invited', fault }
    invited.add(email)
    return { line, email, verdict: 'created', fault }
  })
}

export const countVerdicts = (verdicts: readonly LineVerdict[]): InvitationCounts => {
  const counts = { created: 0, already_invited: 0, already_a_user: 0, invalid: 0 }
  for (const { verdict } of verdicts) counts[verdict] += 1
  return counts
}

/** How long sending takes at a pace, if nothing else is sent at it. */
export const deliverySecondsOf = (emails: number, perSecond: number): number =>
  Math.ceil(emails / perSecond)

/** Two runs of 32-bit FNV-1a with different offsets. */
const fnvPrime = 16_777_619
const fnvBeginnings = [2_166_136_261, 84_696_351]

/**
 * Recognises the same list when it comes again. Different lists may share a fingerprint, so only
 * the id that counts their invitations depends on it.
 */
export function fingerprintOf(lines: readonly InvitationLine[]): string {
  const text = JSON.stringify(lines.map(({ fields }) => fields))
  const parts = fnvBeginnings.map((beginning) => {
    let hash = beginning
    for (let place = 0; place < text.length; place += 1)
      hash = Math.imul(hash ^ text.charCodeAt(place), fnvPrime)
    return (hash >>> 0).toString(16).padStart(8, '0')
  })
  return `${lines.length}-${parts.join('')}`
}
