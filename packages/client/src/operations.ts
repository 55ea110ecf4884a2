import type { KenRequest } from './exchange.ts'
import type {
  Answer,
  AnswerEvent,
  AskRequest,
  AuthOptions,
  DocumentPage,
  DocumentPageRequest,
  Enrolment,
  NewAccount,
  Page,
  PasswordChange,
  PasswordReset,
  PreviewedInvitation,
  Profile,
  RecoveryCodes,
  Registration,
  SearchAnswer,
  SearchRequest,
  SecondFactorProof,
  Session,
  SetUp,
  SignIn,
  SignInStep,
  User,
} from './wire.ts'

/**
 * The HTTP API of Ken, for one person, signed in or not. Bodies and responses are the JSON of the
 * API, with its names. A method rejects with `KenProblem` when the server refuses, with
 * `KenSignedOut` when the session ends while the request waits for its renewal, and with the error
 * of `fetch` when there is no response.
 */
export type KenClient = {
  readonly options: () => Promise<AuthOptions>
  /**
   * Creates the first Owner, as if the password had just been verified; `NOT_FOUND` once an account
   * exists.
   */
  readonly setUp: (body: SetUp) => Promise<NewAccount>
  /** Sends a reset link; the same outcome whether or not the address has an account. */
  readonly requestPasswordReset: (body: { readonly email: string }) => Promise<void>
  /** Sets a password with the token of a link, and ends all sessions. */
  readonly resetPassword: (body: PasswordReset) => Promise<void>
  /**
   * The invitation of a link's token. Consumes nothing; `TOKEN_INVALID` when it is unknown, used or
   * expired.
   */
  readonly previewInvitation: (body: { readonly token: string }) => Promise<PreviewedInvitation>
  /** Creates the invited account, as if the password had just been verified. */
  readonly acceptInvitation: (body: Registration) => Promise<NewAccount>

  /**
   * Address and password. The response names the next step; each step is one of the following
   * methods.
   */
  readonly signIn: (body: SignIn) => Promise<SignInStep>
  /** After `mfa_required`. */
  readonly verifySecondFactor: (
    body: { readonly challenge: string } & SecondFactorProof,
  ) => Promise<SignInStep>
  /** After `password_change_required`. */
  readonly setForcedPassword: (body: {
    readonly challenge: string
    readonly new_password: string
  }) => Promise<SignInStep>
  /**
   * After `mfa_enrolment_required`: the data for the authenticator. A repeated call replaces it.
   */
  readonly startEnrolment: (body: { readonly challenge: string }) => Promise<Enrolment>
  /** The first code of the new authenticator. Recovery codes are shown only this once. */
  readonly confirmEnrolment: (body: {
    readonly challenge: string
    readonly code: string
  }) => Promise<SignInStep & RecoveryCodes>
  /**
   * Signs in again with the refresh cookie after the page was loaded; null if the session is over.
   * Rejects with `KenSignedOut` and its cause if the server did not say either.
   */
  readonly restore: () => Promise<User | null>
  /**
   * Forgets the token immediately, then ends the session on the server. A rejection means that the
   * server may not know: the person is signed out here, and the next `restore` may find the session
   * still valid.
   */
  readonly signOut: () => Promise<void>

  readonly profile: () => Promise<Profile>
  /** Also ends all other sessions. `PASSWORD_REJECTED` gives the reasons in `reasons`. */
  readonly changePassword: (body: PasswordChange) => Promise<void>
  readonly mfa: {
    readonly enrol: () => Promise<Enrolment>
    readonly confirm: (body: { readonly code: string }) => Promise<RecoveryCodes>
    readonly disable: (proof: SecondFactorProof) => Promise<void>
    /** New codes; the old ones become invalid. */
    readonly renewRecoveryCodes: (proof: SecondFactorProof) => Promise<RecoveryCodes>
  }
  /** The person's own sessions. */
  readonly sessions: {
    /** Latest activity first, 25 at a time. `cursor` is the `next_cursor` of the previous page. */
    readonly list: (cursor?: string) => Promise<Page<Session>>
    /** Ends any session but the current one. */
    readonly end: (id: string) => Promise<void>
    readonly endOthers: () => Promise<void>
    /** Including the current one, so this signs out. */
    readonly endAll: () => Promise<void>
  }
  readonly search: (body: SearchRequest) => Promise<SearchAnswer>
  readonly ask: (body: AskRequest) => Promise<Answer>
  /**
   * The same, while the answer is written. Rejects with `KenProblem` before the first event or after
   * any: what was shown is then unfinished. Ending the loop, or aborting the signal, ends the
   * request.
   */
  readonly askStream: (
    body: AskRequest,
    options?: { readonly signal?: AbortSignal },
  ) => AsyncIterable<AnswerEvent>
  /** Deletes a conversation of the person. */
  readonly forgetConversation: (id: string) => Promise<void>
  /**
   * The first or a further page of a document; `NOT_FOUND` when it does not exist or is hidden from
   * the person.
   */
  readonly document: (id: string, page?: DocumentPageRequest) => Promise<DocumentPage>

  /**
   * Any other operation, with the current session. `path` starts with `/`; the caller states the
   * type of the response.
   */
  readonly request: <Body = unknown>(path: string, request?: KenRequest) => Promise<Body>
  /** The same without a session: for operations that need no sign-in. */
  readonly requestAnonymously: <Body = unknown>(path: string, request?: KenRequest) => Promise<Body>
}
