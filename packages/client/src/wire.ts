import type { components } from './public-v1.ts'

type PublicContract = components['schemas']

/** A person. */
export type User = {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: 'Owner' | 'Admin' | 'Member'
}

/** The person's own account at present. */
export type Profile = User & {
  readonly created_at: string
  readonly groups: readonly string[]
  /** `required`: the role requires two-factor authentication, so it cannot be disabled. */
  readonly mfa: {
    readonly enabled: boolean
    /** Since when; null while it is off. */
    readonly enabled_at: string | null
    readonly recovery_codes_left: number
    readonly required: boolean
  }
  /** Capabilities of the role, such as `people.read`. New ones may be added. */
  readonly may: readonly string[]
  /**
   * `mail`: Ken can send email, so people can be invited. `answers`: Ken writes answers to questions.
   * `mcp_url`: where Ken serves the Model Context Protocol; null if it does not.
   */
  readonly features: {
    readonly mail: boolean
    readonly answers: boolean
    readonly mcp_url: string | null
  }
}

/** Public settings for a sign-in page. */
export type AuthOptions = {
  /** True while no account exists: show the first-launch wizard. */
  readonly setup_needed: boolean
  /** True if reset links can be sent by email: show "forgot password?". */
  readonly forgot_password: boolean
  /** Null if the organisation has no name. */
  readonly organisation_name: string | null
  readonly providers: readonly string[]
}

/** The first Owner. `name` defaults to the part of the email address before the `@`. */
export type SetUp = { readonly email: string; readonly password: string; readonly name?: string }

/**
 * Address and password. `remember_me` only decides how long the browser keeps the refresh cookie.
 */
export type SignIn = {
  readonly email: string
  readonly password: string
  readonly remember_me: boolean
}

/**
 * The result of a step of the sign-in: the session, or the next step with the challenge that proves
 * the previous ones. A challenge is valid for a few minutes and a few tries.
 */
export type SignInStep = SignedIn | NextStage
/** The sign-in is complete. */
export type SignedIn = { readonly status: 'signed_in'; readonly user: User }
/** The next step; its method needs the challenge, within `expires_in` seconds. */
export type NextStage = {
  readonly status: 'mfa_required' | 'password_change_required' | 'mfa_enrolment_required'
  readonly challenge: string
  readonly expires_in: number
}

/** The new account, whose person continues to sign in. */
export type NewAccount = SignInStep & { readonly user: User }

/** The content of an invitation. */
export type PreviewedInvitation = {
  readonly email: string
  readonly role: User['role']
  readonly expires_at: string
}

/** Name and password for an invitation, which determines address and role. */
export type Registration = {
  readonly token: string
  readonly name: string
  readonly password: string
}

/** A code of the authenticator, or a recovery code. */
export type SecondFactorProof = { readonly code: string } | { readonly recovery_code: string }

/** The data for an authenticator, as Base32 text and as the URL of a QR code. */
export type Enrolment = { readonly secret: string; readonly otpauth_uri: string }

/** Shown only once: the server stores hashes. */
export type RecoveryCodes = { readonly recovery_codes: readonly string[] }

/** The token of an emailed link, and the password to set. */
export type PasswordReset = { readonly token: string; readonly new_password: string }

/** The server verifies both. */
export type PasswordChange = { readonly current_password: string; readonly new_password: string }

/** One sign-in on one device. Times are in RFC 3339 format. */
export type Session = {
  readonly id: string
  /** The browser's own description. */
  readonly device: string
  readonly address: string | null
  readonly created_at: string
  readonly last_active_at: string
  /** True for the session of this client. */
  readonly current: boolean
}

/** A page of a list; `next_cursor` is null on the last one. */
export type Page<Item> = { readonly data: readonly Item[]; readonly next_cursor: string | null }

/** A question of up to 8,000 characters. `remember` or `conversation_id` keeps it with its answer. */
export type AskRequest = Omit<PublicContract['AskRequest'], 'stream'>
/** An answer in Markdown, with its sources. */
export type Answer = PublicContract['Answer']
/** What a streamed answer consists of, in this order: `sources`, any number of `text`, `done`. */
export type AnswerEvent =
  | {
      readonly type: 'sources'
      readonly sources: readonly Omit<Answer['sources'][number], 'cited'>[]
      readonly degraded: boolean
    }
  | { readonly type: 'text'; readonly delta: string }
  /** Its text replaces all earlier text, because a model may have failed after its first words. */
  | { readonly type: 'done'; readonly answer: Answer }

/** Free text of up to 2,000 characters; `limit` is 1 to 50, by default 10. */
export type SearchRequest = PublicContract['SearchRequest']
/** The results of a query, best first. */
export type SearchAnswer = PublicContract['SearchAnswer']
/** A page of a document that the person may see. */
export type DocumentPage = PublicContract['DocumentPage']
/**
 * A further page: `next_offset` and `version` of the one before. With `version`, `DOCUMENT_CHANGED`
 * says that the pages read so far are of another version.
 */
export type DocumentPageRequest = { readonly offset?: number; readonly version?: string }
/** A document that matches, as far as the person may see it. */
export type Finding = PublicContract['Finding']
