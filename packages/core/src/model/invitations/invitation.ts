import type { AccountId, Role } from '../accounts/account.ts'
import type { Email } from '../accounts/email.ts'
import { mailAnswerSecondsMax, mailHandOverSecondsMax } from '../mail/mail.ts'
import type { InvitationImportId } from './invitation-import.ts'

declare const invitationIdBrand: unique symbol

/** UUID version 7. */
export type InvitationId = string & { readonly [invitationIdBrand]: true }

export const invitationStates = ['queued', 'sent', 'failed', 'accepted', 'expired', 'revoked'] as const
export type InvitationState = (typeof invitationStates)[number]

/** What an account is made of: address and role are the invitation's, whatever its holder says. */
export type Invitation = {
  readonly id: InvitationId
  readonly email: Email
  readonly role: Role
  /** Who answers for it: whoever invited or sent it again last; null for the operator. */
  readonly invitedBy: AccountId | null
  /** The upload it came with. */
  readonly importId: InvitationImportId | null
  readonly state: InvitationState
  readonly createdAt: Date
  /** Since when it waits to be sent, or waited. */
  readonly queuedAt: Date
  /** Of the token in the last mail; whoever holds that token is invited until `expiresAt`. */
  readonly tokenDigest: string | null
  readonly expiresAt: Date | null
  /** While a worker is at it. */
  readonly sendingSince: Date | null
  readonly sentAt: Date | null
  readonly acceptedAt: Date | null
  readonly revokedAt: Date | null
  readonly attempts: number
  /** Why the last attempt failed, for administrators. */
  readonly lastError: string | null
}

/** One whose token is good. */
export type OpenInvitation = Invitation & { readonly expiresAt: Date }

/** An invitation as administrators see it: nothing of its token. */
export type ShownInvitation = Omit<Invitation, 'tokenDigest' | 'sendingSince' | 'queuedAt'>

export function shownInvitation(invitation: Invitation): ShownInvitation {
  const { tokenDigest: _, sendingSince: __, queuedAt: ___, ...shown } = invitation
  return shown
}

/** From sending, not from asking: a mail that waits loses none of it. */
export const invitationLifetimeSeconds = 48 * 3_600
/** Longer than any mail server is waited for: whoever is at it for longer has died. */
export const sendingSecondsMax = mailHandOverSecondsMax + mailAnswerSecondsMax + 60

const seconds = 1_000

/** A new invitation, in line to be sent. */
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

/** In line again. The token of the last mail works on until the next one is made. */
export const queuedAgain = (invitation: Invitation, invitedBy: AccountId | null, now: Date): Invitation => ({
  ...invitation,
  state: 'queued',
  invitedBy,
  queuedAt: now,
  lastError: null,
})

/** Whether a worker is at it, as far as anybody can know. */
export const isBeingSent = ({ sendingSince }: Invitation, now: Date): boolean =>
  sendingSince !== null && now.getTime() - sendingSince.getTime() < sendingSecondsMax * seconds

/** Whether it waited for so long that nobody tries any more: as long as a token lives. */
export const isGivenUp = ({ queuedAt }: Invitation, now: Date): boolean =>
  now.getTime() - queuedAt.getTime() >= invitationLifetimeSeconds * seconds

/** With a new token, the only one that counts from now on and for 48 hours: also when the sender dies before it knows. */
export const beingSent = (invitation: Invitation, tokenDigest: string, now: Date): OpenInvitation => ({
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

/** Sent, as far as anybody can know: its mail was handed over twice, and the mail server never said whether it took it. */
export const perhapsSent = (invitation: Invitation, reason: string): Invitation => ({
  ...sent(invitation),
  lastError: reason,
})

/** In line still. The token stays good: a mail server that gave no answer may have taken the mail. */
export const deferred = (invitation: Invitation, reason: string): Invitation => ({
  ...invitation,
  sendingSince: null,
  lastError: reason,
})

/** For good, until somebody sends it again. */
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
