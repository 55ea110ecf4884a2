import type { AccountId, Role } from '../accounts/account.ts'
import type { Email } from '../accounts/email.ts'
import { mailReplySecondsMax, mailHandOverSecondsMax } from '../mail/mail.ts'
import type { InvitationImportId, LineVerdict } from './invitation-import.ts'

declare const invitationIdBrand: unique symbol

/** UUID version 7. */
export type InvitationId = string & { readonly [invitationIdBrand]: true }

export const invitationStates = [
  'queued',
  'sent',
  'failed',
  'accepted',
  'expired',
  'revoked',
] as const
export type InvitationState = (typeof invitationStates)[number]

/**
 * An invitation. Its address and role become those of the account; the invited person cannot change
 * them.
 */
export type Invitation = {
  readonly id: InvitationId
  readonly email: Email
  readonly role: Role
  /** The person who invited last or resent it last; null for the operator. */
  readonly invitedBy: AccountId | null
  /** The upload that created it. */
  readonly importId: InvitationImportId | null
  readonly state: InvitationState
  readonly createdAt: Date
  /** When it was last queued. */
  readonly queuedAt: Date
  /** Digest of the token in the latest email, which is valid until `expiresAt`. */
  readonly tokenDigest: string | null
  readonly expiresAt: Date | null
  /** Set while a worker is sending it. */
  readonly sendingSince: Date | null
  readonly sentAt: Date | null
  readonly acceptedAt: Date | null
  readonly revokedAt: Date | null
  readonly attempts: number
  /** Why the last attempt failed. Shown to administrators. */
  readonly lastError: string | null
}

/** The result of a line of an import, as it is kept. */
export type ImportedLine = LineVerdict & {
  /** The invitation that it created. */
  readonly invitationId: InvitationId | null
}

/** An invitation with a valid token. */
export type OpenInvitation = Invitation & { readonly expiresAt: Date }

/** An invitation as shown to administrators: without its token. */
export type ShownInvitation = Omit<Invitation, 'tokenDigest' | 'sendingSince' | 'queuedAt'>

export function shownInvitation(invitation: Invitation): ShownInvitation {
  const { tokenDigest: _, sendingSince: __, queuedAt: ___, ...shown } = invitation
  return shown
}

/** Counted from sending, so that time in the queue is not lost. */
export const invitationLifetimeSeconds = 48 * 3_600
/** Longer than Ken waits for any mail server. A worker that takes longer has died. */
export const sendingSecondsMax = mailHandOverSecondsMax + mailReplySecondsMax + 60

const seconds = 1_000

/** A new invitation, queued for sending. */
export const queuedInvitation = (
  invited: Pick<Invitation, 'id' | 'email' | 'role' | 'invitedBy' | 'importId'>,
  now: Date,
): Invitation => ({
  ...invited,
  state: 'queued',
  createdAt: now,
  queuedAt: now,
  tokenDigest: null,
  expiresAt: null,
  sendingSince: null,
  sentAt: null,
  acceptedAt: null,
  revokedAt: null,
  attempts: 0,
  lastError: null,
})

/** Queued again. The token of the last email stays valid until the next one is created. */
export const requeued = (
  invitation: Invitation,
  invitedBy: AccountId | null,
  now: Date,
): Invitation => ({
  ...invitation,
  state: 'queued',
  invitedBy,
  queuedAt: now,
  lastError: null,
})

/** Whether a worker is presumably sending it. */
export const isBeingSent = ({ sendingSince }: Invitation, now: Date): boolean =>
  sendingSince !== null && now.getTime() - sendingSince.getTime() < sendingSecondsMax * seconds

/** Whether it waited too long to be retried: as long as a token is valid. */
export const isTooOldToRetry = ({ queuedAt }: Invitation, now: Date): boolean =>
  now.getTime() - queuedAt.getTime() >= invitationLifetimeSeconds * seconds

/**
 * Starts sending with a new token, the only valid one from now on and for 48 hours, even if the
 * worker dies.
 */
export const beingSent = (
  invitation: Invitation,
  tokenDigest: string,
  now: Date,
): OpenInvitation => ({
  ...invitation,
  tokenDigest,
  expiresAt: new Date(now.getTime() + invitationLifetimeSeconds * seconds),
  sendingSince: now,
  attempts: invitation.attempts + 1,
})

export const sent = (invitation: Invitation): Invitation => ({
  ...invitation,
  state: 'sent',
  sentAt: invitation.sendingSince,
  sendingSince: null,
  lastError: null,
})

/** Treated as sent: the email was handed over twice, and the mail server never confirmed it. */
export const possiblySent = (invitation: Invitation, reason: string): Invitation => ({
  ...sent(invitation),
  lastError: reason,
})

/** Still queued. The token stays valid, because the mail server may have accepted the email. */
export const deferred = (invitation: Invitation, reason: string): Invitation => ({
  ...invitation,
  sendingSince: null,
  lastError: reason,
})

/** Final, until someone resends it. */
export const undeliverable = (invitation: Invitation, reason: string): Invitation => ({
  ...invitation,
  state: 'failed',
  tokenDigest: null,
  sendingSince: null,
  lastError: reason,
})

export const revoked = (invitation: Invitation, now: Date): Invitation => ({
  ...invitation,
  state: 'revoked',
  tokenDigest: null,
  sendingSince: null,
  revokedAt: now,
})

export const accepted = (invitation: Invitation, now: Date): Invitation => ({
  ...invitation,
  state: 'accepted',
  tokenDigest: null,
  sendingSince: null,
  acceptedAt: now,
})
