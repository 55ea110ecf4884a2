import type { Role } from '../accounts/account.ts'
import type { Email } from '../accounts/email.ts'
import type { IdentitySource } from '../identities/identity.ts'

/** Who a mail goes to: the stored address, never one that a request named (R56). */
export type Recipient = { readonly address: Email; readonly name: string }

/** What acts as a person besides their sessions: keys in force and linked chats, the newest of each, and how many more. */
export type StandingAccess = {
  readonly keys: readonly { readonly name: string; readonly prefix: string }[]
  readonly links: readonly { readonly source: string }[]
  readonly more: number
}
/** Left out where there is none, and in notices that an earlier version of Ken left in the queue. */
type WithAccess = { readonly access?: StandingAccess }

/** What a notice tells the person whose account it is about (R33). Dates are ISO 8601, because notices wait in a queue. */
export type NoticeSubject =
  | { readonly kind: 'guesses_exhausted' }
  | ({ readonly kind: 'password_changed' } & WithAccess)
  | { readonly kind: 'second_factor_enabled' }
  | ({ readonly kind: 'second_factor_disabled' } & WithAccess)
  | ({ readonly kind: 'second_factor_reset' } & WithAccess)
  | { readonly kind: 'recovery_code_used'; readonly codesLeft: number }
  | { readonly kind: 'recovery_codes_renewed' }
  | { readonly kind: 'email_changed'; readonly from: Email; readonly to: Email }
  | { readonly kind: 'key_issued'; readonly keyName: string; readonly keyPrefix: string; readonly expiresAt: string | null }
  | { readonly kind: 'key_expiring'; readonly keyName: string; readonly keyPrefix: string; readonly expiresAt: string }
  | ({ readonly kind: 'service_key_created'; /** Null for the operator. */ readonly by: Email | null } & NamedServiceKey)
  | ({ readonly kind: 'service_key_taken_over'; readonly by: Email } & NamedServiceKey)
  /** The person responsible for the keys is no active Owner any more. */
  | { readonly kind: 'service_keys_ended'; readonly responsible: Email; readonly keys: readonly NamedServiceKey[] }

/** A service key as mails name it. */
export type NamedServiceKey = { readonly keyName: string; readonly keyPrefix: string; readonly source: IdentitySource }

/** One thing that one person is told by mail. It holds no secret, so it may wait in a queue. */
export type Notice = { readonly to: Recipient; readonly about: NoticeSubject; /** When it happened. */ readonly at: string }

/** A mail as core knows it: what it says is up to the templates. A token leaves Ken in this and in nothing else. */
export type Mail =
  | { readonly kind: 'invitation'; readonly to: Email; readonly role: Role; readonly token: string; readonly expiresAt: Date }
  | { readonly kind: 'password_reset'; readonly to: Recipient; readonly token: string; readonly expiresAt: Date }
  | ({ readonly kind: 'notice' } & Notice)
  | { readonly kind: 'test'; readonly to: Email }

/**
 * What became of a mail. `refused` is for good: the mail server will not take it. `deferred` may be tried again: it
 * surely was not taken. `unknown` was handed over whole, and the mail server never said whether it took it: it may
 * have. `reason` is for administrators and holds nothing of the mail but its address.
 */
export type MailVerdict =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'deferred'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/** How long the mail server is waited for until it has a mail whole. */
export const mailHandOverSecondsMax = 60
/** How long it may then take to say whether it takes the mail (RFC 5321, 4.5.3.2.6): who does not wait sends it twice. */
export const mailAnswerSecondsMax = 600
