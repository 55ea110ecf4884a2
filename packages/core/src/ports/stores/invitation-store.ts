import type { AccountId } from '../../model/accounts/account.ts'
import type { Email } from '../../model/accounts/email.ts'
import type { InvitationCounts, InvitationImport, InvitationImportId } from '../../model/invitations/invitation-import.ts'
import type { Invitation, InvitationId, InvitationState } from '../../model/invitations/invitation.ts'
import type { PageWanted } from '../../model/page.ts'

/** Which invitations are wanted: those that match everything that is not null. */
export type InvitationFilter = {
  readonly state: InvitationState | null
  /** The upload they came with. */
  readonly importId: InvitationImportId | null
}

/**
 * Invitations at rest, inside a transaction. One that was sent is `expired` from the very instant of `expiresAt`, by
 * database time, in every answer. Queued, sent or failed, it is pending: an address has at most one such.
 */
export interface InvitationStore {
  /** Adds invitations. Throws when one of the addresses has a pending one: `lockInvitations` of them before asking. */
  insert(invitations: readonly Invitation[]): Promise<void>

  /** The invitation, which no other transaction holds or changes until this one ends. Null when there is none. */
  hold(id: InvitationId): Promise<Invitation | null>

  /** The pending invitation of an address, held as by `hold`; null when there is none. */
  holdPending(email: Email): Promise<Invitation | null>

  /** The invitation whose last mail had the token with this digest, whatever its state. Holds nothing. */
  findByDigest(digest: string): Promise<Invitation | null>

  /** Replaces the stored invitation with the same id, which must exist. */
  update(invitation: Invitation): Promise<void>

  /** Revokes the pending invitations to be an Owner that an account answers for; says how many. */
  revokeOwnerInvitations(invitedBy: AccountId): Promise<number>

  /** Those of the addresses that have a pending invitation, in no order. For thousands at once. */
  listPending(emails: readonly Email[]): Promise<readonly Email[]>

  /** The newest first, which is by id: at most `limit` behind the invitation `after`. */
  list(filter: InvitationFilter, page: PageWanted<InvitationId>): Promise<readonly Invitation[]>

  /** Those of the addresses that the import has invited, whatever became of that, in no order. For thousands at once. */
  listInvited(importId: InvitationImportId, emails: readonly Email[]): Promise<readonly Email[]>

  /** The address of an invitation, which never changes. Holds nothing. Null when there is no such invitation. */
  findEmail(id: InvitationId): Promise<Email | null>

  /** Adds an import, before its invitations. Throws when the id is taken. */
  insertImport(imported: InvitationImport): Promise<void>

  /** Replaces the counts of an import, which must exist, and notes that it moved just now, for the last time when finished. */
  noteProgress(id: InvitationImportId, counts: InvitationCounts, state: { readonly isFinished: boolean }): Promise<void>

  /**
   * The newest import of the same list by the same importer that is not finished and has not moved for
   * `importStallsAfterSeconds`. Counts as a move, so that only one of any concurrent calls finds it.
   */
  findStalledImport(importedBy: AccountId | null, fingerprint: string): Promise<InvitationImportId | null>

  findImport(id: InvitationImportId): Promise<InvitationImport | null>

  /** How many invitations of the import are in which state; states with none are left out. */
  countByState(importId: InvitationImportId): Promise<ReadonlyMap<InvitationState, number>>
}
