import type { AccountId } from '../../../model/accounts/account.ts'
import type { Email } from '../../../model/accounts/email.ts'
import type { InvitationImportId } from '../../../model/invitations/invitation-import.ts'
import type {
  Invitation,
  InvitationId,
  InvitationState,
} from '../../../model/invitations/invitation.ts'
import type { PageRequest } from '../../../model/page.ts'

/** An invitation matches if it matches every field that is not null. */
export type InvitationFilter = {
  readonly state: InvitationState | null
  /** The upload that created them. */
  readonly importId: InvitationImportId | null
  /** A part of the address, in any case. */
  readonly text: string | null
}

/** Matches every invitation. */
export const anyInvitation: InvitationFilter = { state: null, importId: null, text: null }

/**
 * Stores invitations, inside a transaction. A sent invitation is returned as `expired` from the
 * exact instant of `expiresAt`, by database time. A queued, sent or failed one is pending: an
 * address has at most one.
 */
export interface InvitationStore {
  /**
   * Throws if one of the addresses has a pending invitation: call `lockInvitations` before
   * checking.
   */
  insert(invitations: readonly Invitation[]): Promise<void>

  /** Locks and returns the invitation until this transaction ends. Null if it does not exist. */
  lock(id: InvitationId): Promise<Invitation | null>

  /** Locks and returns the pending invitation of an address; null if it has none. */
  lockPending(email: Email): Promise<Invitation | null>

  /**
   * The invitation whose latest email had the token with this digest, in any state. Takes no lock.
   */
  findByDigest(digest: string): Promise<Invitation | null>

  /**
   * Replaces the stored invitation with this id, which must exist. An expired one becomes pending again only by
   * `requeue`.
   */
  update(invitation: Invitation): Promise<void>

  /** Like `update`, for one that becomes pending. Throws while another one of its address is pending. */
  requeue(invitation: Invitation): Promise<void>

  /**
   * Revokes the pending invitations that only an Owner may send and this account sent last, and returns their number.
   */
  revokeOwnerInvitations(invitedBy: AccountId): Promise<number>

  /** Makes those of the invitations that are queued undeliverable, for this reason. Accepts thousands of ids. */
  failQueued(ids: readonly InvitationId[], reason: string): Promise<void>

  /** The number of invitations that `revokeOwnerInvitations` would revoke. */
  countOwnerInvitations(invitedBy: AccountId): Promise<number>

  /**
   * Those of the addresses that have a pending invitation, in no order. Accepts thousands of
   * addresses.
   */
  listPending(emails: readonly Email[]): Promise<readonly Email[]>

  /** By id, newest first: at most `limit` after the invitation `after`. */
  list(filter: InvitationFilter, page: PageRequest<InvitationId>): Promise<readonly Invitation[]>

  /**
   * Those of the addresses that the import has invited, in any state, in no order. Accepts
   * thousands of addresses.
   */
  listInvited(importId: InvitationImportId, emails: readonly Email[]): Promise<readonly Email[]>

  /**
   * The address of an invitation, which never changes. Takes no lock. Null if it does not exist.
   */
  findEmail(id: InvitationId): Promise<Email | null>
}
