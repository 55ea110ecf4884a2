import type { components } from './public-v1.ts'

type PublicContract = components['schemas']

/** A person as the API shows them. */
export type User = {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: 'Owner' | 'Admin' | 'Member'
}

/** The person's own account as it is now. */
export type Profile = User & {
  /** `required` says that the role must have a second factor, so that it cannot be disabled. */
  readonly mfa: { readonly enabled: boolean; readonly required: boolean }
}

/** What a sign-in page needs to know before anybody is signed in. */
export type AuthOptions = {
  /** True while nobody has an account: show the first-launch wizard. */
  readonly setup_needed: boolean
  /** True when reset links can be mailed: show "forgot password?". */
  readonly forgot_password: boolean
  readonly providers: readonly string[]
}

/** The first Owner. `name` defaults to the part of the address before the `@`. */
export type SetUp = { readonly email: string; readonly password: string; readonly name?: string }

/** Address and password. `remember_me` decides how long the browser keeps the refresh cookie, and nothing else. */
export type SignIn = { readonly email: string; readonly password: string; readonly remember_me: boolean }

/**
 * What a stage of the sign-in leads to: the session, or the next stage with the challenge that proves the earlier ones.
 * A challenge is worth a few minutes and a few tries.
 */
export type SignInStep = SignedIn | NextStage
/** The last stage was passed. */
export type SignedIn = { readonly status: 'signed_in'; readonly user: User }
/** What the person has to do next; the method of that stage takes the challenge, within `expires_in` seconds. */
export type NextStage = {
  readonly status: 'mfa_required' | 'password_change_required' | 'mfa_enrolment_required'
  readonly challenge: string
  readonly expires_in: number
}

/** The account that was just made, whose person goes on to sign in. */
export type NewAccount = SignInStep & { readonly user: User }

/** What an invitation invites to. */
export type PreviewedInvitation = { readonly email: string; readonly role: User['role']; readonly expires_at: string }

/** Name and password of who accepts an invitation; address and role are the invitation's. */
export type Registration = { readonly token: string; readonly name: string; readonly password: string }

/** A code of the authenticator, or one of the codes for a lost one. */
export type SecondFactorProof = { readonly code: string } | { readonly recovery_code: string }

/** What an authenticator needs, as Base32 text and as the address in a QR code. */
export type Enrolment = { readonly secret: string; readonly otpauth_uri: string }

/** Shown once: the server keeps hashes only. */
export type RecoveryCodes = { readonly recovery_codes: readonly string[] }

/** Both are compared and judged by the server. */
export type PasswordChange = { readonly current_password: string; readonly new_password: string }

/** One sign-in on one device. Times are RFC 3339. */
export type Session = {
  readonly id: string
  /** What the browser calls itself. */
  readonly device: string
  readonly address: string | null
  readonly created_at: string
  readonly last_active_at: string
  /** True for the session of this client, which ends by signing out. */
  readonly current: boolean
}

/** A part of a list; `next_cursor` is null on the last one. */
export type Page<Item> = { readonly data: readonly Item[]; readonly next_cursor: string | null }

/** Up to 2,000 characters of free text; `limit` is 1 to 50 and 10 by default. */
export type SearchRequest = PublicContract['SearchRequest']
/** What answers a query, best first. */
export type SearchAnswer = PublicContract['SearchAnswer']
/** One document that answers, as far as its reader may see it. */
export type Finding = PublicContract['Finding']
