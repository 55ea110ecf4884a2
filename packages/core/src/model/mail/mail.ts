import type { Role } from '../accounts/account.ts'
import type { Email } from '../accounts/email.ts'
import type { IdentitySource } from '../identities/identity.ts'

/** The recipient of an email: always the stored address, never one from a request. */
export type Recipient = { readonly address: Email; readonly name: string }

/**
 * What can act as a person apart from their sessions: valid keys and linked chats, the newest of each,
 * and how many more.
 */
export type RemainingAccess = {
  readonly keys: readonly { readonly name: string; readonly prefix: string }[]
  readonly links: readonly { readonly source: string }[]
  readonly more: number
}
/** Omitted if there is none, and in queued notices of earlier versions. */
type WithAccess = { readonly access?: RemainingAccess }

/**
 * What a notice tells the owner of an account. Dates are ISO 8601, because notices wait in a
 * queue.
 */
export type NoticeSubject =
  | { readonly kind: 'guesses_exhausted' }
  | ({ readonly kind: 'password_changed' } & WithAccess)
  | { readonly kind: 'second_factor_enabled' }
  | ({ readonly kind: 'second_factor_disabled' } & WithAccess)
  | ({ readonly kind: 'second_factor_reset' } & WithAccess)
  | { readonly kind: 'recovery_code_used'; readonly codesLeft: number }
  | { readonly kind: 'recovery_codes_renewed' }
  /** The recipient asked for it. */
  | { readonly kind: 'test_email' }
  | { readonly kind: 'email_changed'; readonly from: Email; readonly to: Email }
  | {
      readonly kind: 'key_issued'
      readonly keyName: string
      readonly keyPrefix: string
      readonly expiresAt: string | null
    }
  | {
      readonly kind: 'key_expiring'
      readonly keyName: string
      readonly keyPrefix: string
      readonly expiresAt: string
    }
  /** By an address that the platform confirmed; nothing was entered. */
  | { readonly kind: 'chat_linked'; readonly source: IdentitySource }
  | ({
      readonly kind: 'service_key_created'
      /** Null for the operator. */
      readonly by: Email | null
    } & NamedServiceKey)
  | ({ readonly kind: 'service_key_taken_over'; readonly by: Email } & NamedServiceKey)
  /** The person responsible for the keys is no active Owner any more. */
  | {
      readonly kind: 'service_keys_ended'
      readonly responsible: Email
      readonly keys: readonly NamedServiceKey[]
    }

/** A service key as named in emails. */
export type NamedServiceKey = {
  readonly keyName: string
  readonly keyPrefix: string
  readonly source: IdentitySource
}

/** An email about one event to one person. Contains no secret, so it may be queued. */
export type Notice = {
  readonly to: Recipient
  readonly about: NoticeSubject
  /** The time of the event. */
  readonly at: string
}

/** An email as core sees it; templates write its text. Tokens leave Ken only in these. */
export type Mail =
  | {
      readonly kind: 'invitation'
      readonly to: Email
      readonly role: Role
      /** The name of the person who invited; null for the operator and for a deleted account. */
      readonly inviter: string | null
      /** The name of the organisation; null if it is not set. */
      readonly organisation: string | null
      readonly token: string
      readonly expiresAt: Date
    }
  | {
      readonly kind: 'password_reset'
      readonly to: Recipient
      readonly token: string
      readonly expiresAt: Date
    }
  | ({ readonly kind: 'notice' } & Notice)
  | { readonly kind: 'test'; readonly to: Email }

/**
 * The outcome of an email. `refused`: permanent, the mail server will not accept it. `deferred`:
 * certainly not accepted, may be retried. `unknown`: handed over completely but never confirmed, so
 * possibly accepted. `reason` is for administrators and contains nothing of the email but its
 * address.
 */
export type MailOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'deferred'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/** How long Ken waits until the mail server has received an email completely. */
export const mailHandOverSecondsMax = 60
/**
 * How long Ken then waits for the confirmation (RFC 5321, 4.5.3.2.6). A shorter wait would send
 * duplicates.
 */
export const mailReplySecondsMax = 600
