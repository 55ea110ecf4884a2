import { answerEvents } from './answer-events.ts'
import { bodyOf, prepare, type Exchange, type KenRequest } from './exchange.ts'
import { conversationPath, documentPath, streamedQuestion } from './public-operations.ts'
import { KenSignedOut, type SignedOutReason } from './ken-signed-out.ts'
import { sharedRefresh, type Grant } from './shared-refresh.ts'
import { tabMessageOf, type TabChannel, type TabLocks, type TabMessage } from './tabs.ts'
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

export type KenClientOptions = {
  /**
   * The address of the server, such as `https://ken.example.com`; empty in a page of the server
   * itself.
   */
  readonly baseUrl: string
  /** Defaults to the global `fetch`. Outside a browser, `restore` and refreshing need one that keeps cookies. */
  readonly fetch?: typeof fetch
  /** Time limit of a refresh or a sign-out in milliseconds; 10,000 by default. */
  readonly refreshTimeoutMs?: number
  /**
   * Called exactly once whenever a person is signed out, before the waiting requests are rejected.
   */
  readonly onSignedOut?: (reason: SignedOutReason) => void
  /**
   * Keeps the tabs of a browser in step: `new BroadcastChannel('ken')`. Signing out in one tab signs
   * out all; signing in as another person ends the sessions of the other tabs with
   * `account_changed`. Carries no token.
   */
  readonly channel?: TabChannel
  /**
   * `navigator.locks`, so that only one tab refreshes at a time. Without them the server's grace
   * window makes concurrent refreshes safe.
   */
  readonly locks?: TabLocks
  /** Called when another tab signs in while no person is signed in here: time to `restore`. */
  readonly onSignedInElsewhere?: () => void
}

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

/** Fields that the server adds to `SignedIn`; they never leave the client. */
type GrantBody = { readonly access_token: string; readonly user: User }

/**
 * A client of `/api/v1` that keeps and renews the access token. Tabs share the cookie; when two
 * renew it concurrently, the server gives both the same successor, for about 10 seconds. `channel`
 * and `locks` let them communicate.
 */
export function createKenClient({
  baseUrl,
  fetch,
  refreshTimeoutMs: timeoutMs = 10_000,
  onSignedOut = () => {},
  channel,
  locks,
  onSignedInElsewhere = () => {},
}: KenClientOptions): KenClient {
  const exchange: Exchange = { baseUrl, ...(fetch !== undefined && { fetch }) }
  const shared = sharedRefresh({ requestGrant, timeoutMs, onSignedOut })
  let signingOut: Promise<void> | null = null
  channel?.addEventListener('message', ({ data }) => follow(tabMessageOf(data)))

  function requestGrant(signal: AbortSignal): Promise<Grant> {
    const refresh = async () =>
      grantOf(bodyOf(await prepare(exchange, '/refresh', { method: 'POST', signal })(null)))
    return locks === undefined ? refresh() : locks.request('ken-refresh', { signal }, refresh)
  }

  function follow(message: TabMessage | null): void {
    const user = shared.user()
    if (message?.kind === 'signed_out') shared.end('signed_out')
    if (message?.kind !== 'signed_in') return
    if (user === null) onSignedInElsewhere()
    else if (user.id !== message.user_id) shared.end('account_changed')
  }

  function endEverywhere(): void {
    const user = shared.user()
    shared.end('signed_out')
    if (user !== null) channel?.postMessage({ kind: 'signed_out', user_id: user.id })
  }

  // The server guarantees the shape of a response; its tests check it.
  const request = async <Body>(path: string, init: KenRequest = {}): Promise<Body> =>
    bodyOf(await shared.send(prepare(exchange, path, init))) as Body
  const requestAnonymously = async <Body>(path: string, init: KenRequest = {}): Promise<Body> =>
    bodyOf(await prepare(exchange, path, init)(null)) as Body

  async function stage<Step extends SignInStep>(path: string, json: object): Promise<Step> {
    // Their responses would replace or clear the cookie of the new session.
    await Promise.all([signingOut, shared.settled()])
    const { access_token, ...step } = await requestAnonymously<SignInStep & Partial<GrantBody>>(
      path,
      { method: 'POST', json },
    )
    if (step.status === 'signed_in') {
      shared.begin(grantOf({ access_token, user: step.user }))
      channel?.postMessage({ kind: 'signed_in', user_id: step.user.id })
    }
    return step as Step
  }

  async function restore(): Promise<User | null> {
    // Starts immediately if it can, so that all later requests wait for it.
    if (signingOut !== null) await signingOut
    try {
      return await shared.refresh()
    } catch (error) {
      if (error instanceof KenSignedOut && ['refresh_refused', 'signed_out'].includes(error.reason))
        return null
      throw error
    }
  }

  async function signOut(): Promise<void> {
    endEverywhere()
    const ended = endSession()
    const settled = ended.catch(() => {})
    signingOut = settled
    await settled
    if (signingOut === settled) signingOut = null
    return ended
  }

  async function endSession(): Promise<void> {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await prepare(exchange, '/logout', {
      method: 'POST',
      signal,
      keepalive: true,
    })(null)
    // A 401 means that there was no session to end.
    if (!response.ok && response.problem.status !== 401) throw response.problem
  }

  const post = <Body>(path: string, json?: object): Promise<Body> =>
    request(path, { method: 'POST', json })
  const postAnonymously = <Body>(path: string, json: object): Promise<Body> =>
    requestAnonymously(path, { method: 'POST', json })

  async function* askStream(
    body: AskRequest,
    options?: { readonly signal?: AbortSignal },
  ): AsyncGenerator<AnswerEvent, void> {
    const attempt = prepare(
      exchange,
      '/public/v1/ask',
      streamedQuestion(body, options),
      answerEvents,
    )
    yield* bodyOf(await shared.send(attempt)) as AsyncGenerator<AnswerEvent, void>
  }

  return {
    options: () => requestAnonymously('/api/v1/auth/options'),
    setUp: (body) => stage('/setup', body),
    requestPasswordReset: (body) => postAnonymously('/api/v1/auth/password/forgot', body),
    resetPassword: (body) => postAnonymously('/api/v1/auth/password/reset', body),
    previewInvitation: (body) => postAnonymously('/api/v1/auth/invitations/preview', body),
    acceptInvitation: (body) => stage('/api/v1/auth/invitations/accept', body),
    signIn: (body) => stage('/login', body),
    verifySecondFactor: (body) => stage('/login/mfa', body),
    setForcedPassword: (body) => stage('/login/password', body),
    startEnrolment: (body) => postAnonymously('/login/mfa/enrol', body),
    confirmEnrolment: (body) => stage('/login/mfa/confirm', body),
    restore,
    signOut,
    profile: () => request('/api/v1/me'),
    changePassword: (body) => post('/api/v1/auth/password/change', body),
    mfa: {
      enrol: () => post('/api/v1/me/mfa/enrol'),
      confirm: (body) => post('/api/v1/me/mfa/confirm', body),
      disable: (proof) => post('/api/v1/me/mfa/disable', proof),
      renewRecoveryCodes: (proof) => post('/api/v1/me/mfa/recovery-codes', proof),
    },
    sessions: {
      list: (cursor) =>
        request(
          `/api/v1/me/sessions${cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`}`,
        ),
      end: (id) => request(`/api/v1/me/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' }),
      endOthers: () => post('/api/v1/me/sessions/end-others'),
      endAll: async () => {
        await post('/api/v1/me/sessions/end-all')
        endEverywhere()
      },
    },
    search: (body) => post('/public/v1/search', body),
    ask: (body) => post('/public/v1/ask', body),
    askStream,
    forgetConversation: (id) => request(conversationPath(id), { method: 'DELETE' }),
    document: (id, page) => request(documentPath(id, page)),
    request,
    requestAnonymously,
  }
}

/** Validates the grant, because a proxy's page with status 200 is not a session. */
function grantOf(body: unknown): Grant {
  const { access_token: accessToken, user } = (body ?? {}) as Partial<GrantBody>
  if (typeof accessToken !== 'string' || typeof user?.id !== 'string') {
    throw new Error('The response has no access token or no user. Check the address of Ken.')
  }
  return { accessToken, user }
}
