import { bodyOf, prepare, type Exchange, type KenRequest } from './exchange.ts'
import { KenSignedOut, type SignedOutReason } from './ken-signed-out.ts'
import { sharedRefresh, type Grant } from './shared-refresh.ts'
import type {
  AuthOptions,
  Enrolment,
  NewAccount,
  Page,
  PasswordChange,
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
  /** The address of the server, such as `https://ken.example.com`; empty in a page that the server itself serves. */
  readonly baseUrl: string
  /** Defaults to the global one. Outside a browser, `restore` and renewals need one that keeps cookies. */
  readonly fetch?: typeof fetch
  /** How long a refresh or a sign-out may take, in milliseconds; 10,000 by default. */
  readonly refreshTimeoutMs?: number
  /** Called exactly once whenever a signed-in person becomes signed out, before the requests that waited are rejected. */
  readonly onSignedOut?: (reason: SignedOutReason) => void
}

/**
 * The HTTP API of Ken, as one signed-in person or nobody. Bodies and answers are the JSON of the API, names included.
 * A method rejects with `KenProblem` when the server refuses, with `KenSignedOut` when the session ends while the request
 * waits for its renewal, and with the error of `fetch` when there is no answer.
 */
export type KenClient = {
  readonly options: () => Promise<AuthOptions>
  /** Creates the first Owner, as if the password had just been verified; `NOT_FOUND` once somebody has an account. */
  readonly setUp: (body: SetUp) => Promise<NewAccount>
  /** What the token of a link invites to. Uses nothing up; `TOKEN_INVALID` when it is unknown, used or expired. */
  readonly previewInvitation: (body: { readonly token: string }) => Promise<PreviewedInvitation>
  /** Creates the account that the token invites to, as if the password had just been verified. */
  readonly acceptInvitation: (body: Registration) => Promise<NewAccount>

  /** Address and password. The answer says what comes next; each stage is one of the following methods. */
  readonly signIn: (body: SignIn) => Promise<SignInStep>
  /** After `mfa_required`. */
  readonly verifySecondFactor: (body: { readonly challenge: string } & SecondFactorProof) => Promise<SignInStep>
  /** After `password_change_required`. */
  readonly setForcedPassword: (body: { readonly challenge: string; readonly new_password: string }) => Promise<SignInStep>
  /** After `mfa_enrolment_required`: what the authenticator needs. Asking again replaces it. */
  readonly startEnrolment: (body: { readonly challenge: string }) => Promise<Enrolment>
  /** The first code of the new authenticator. The recovery codes are shown this once. */
  readonly confirmEnrolment: (body: { readonly challenge: string; readonly code: string }) => Promise<SignInStep & RecoveryCodes>
  /**
   * Signs in again with the refresh cookie when the page was loaded; null when that is over. Rejects with
   * `KenSignedOut` and its cause when the server did not say either.
   */
  readonly restore: () => Promise<User | null>
  /**
   * Forgets the token at once, then ends the session on the server. A rejection means that the server does
   * not know: the person is signed out here, and the next `restore` may find the session alive.
   */
  readonly signOut: () => Promise<void>

  readonly profile: () => Promise<Profile>
  /** Ends all other sessions. `PASSWORD_REJECTED` says why in `reasons`. */
  readonly changePassword: (body: PasswordChange) => Promise<void>
  readonly mfa: {
    readonly enrol: () => Promise<Enrolment>
    readonly confirm: (body: { readonly code: string }) => Promise<RecoveryCodes>
    readonly disable: (proof: SecondFactorProof) => Promise<void>
    /** New codes; the old ones are void. */
    readonly renewRecoveryCodes: (proof: SecondFactorProof) => Promise<RecoveryCodes>
  }
  /** One's own sessions. */
  readonly sessions: {
    /** Latest activity first, 25 at a time. `cursor` is the `next_cursor` of the page before. */
    readonly list: (cursor?: string) => Promise<Page<Session>>
    /** Any but the current one. */
    readonly end: (id: string) => Promise<void>
    readonly endOthers: () => Promise<void>
    /** Also the current one, so this signs out. */
    readonly endAll: () => Promise<void>
  }
  readonly search: (body: SearchRequest) => Promise<SearchAnswer>

  /** Any other operation, as whoever is signed in. `path` starts with `/`; the caller says what the answer is. */
  readonly request: <Body = unknown>(path: string, request?: KenRequest) => Promise<Body>
  /** The same as nobody: for operations that need no sign-in, whatever becomes of the session meanwhile. */
  readonly requestAnonymously: <Body = unknown>(path: string, request?: KenRequest) => Promise<Body>
}

/** What the server adds to `SignedIn`; it stays in here. */
type GrantBody = { readonly access_token: string; readonly user: User }

/**
 * A client of `/api/v1` that keeps and renews the access token. Tabs know nothing of each other: they share the cookie, and when
 * two renew it at once the server gives both the same successor, for about 10 seconds.
 */
export function createKenClient({
  baseUrl,
  fetch,
  refreshTimeoutMs: timeoutMs = 10_000,
  onSignedOut = () => {},
}: KenClientOptions): KenClient {
  const exchange: Exchange = { baseUrl, ...(fetch !== undefined && { fetch }) }
  const shared = sharedRefresh({ requestGrant, timeoutMs, onSignedOut })
  let signingOut: Promise<void> | null = null

  async function requestGrant(signal: AbortSignal): Promise<Grant> {
    return grantOf(bodyOf(await prepare(exchange, '/refresh', { method: 'POST', signal })(null)))
  }

  // What an answer looks like is the server's promise; its own tests hold it to that.
  const request = async <Body>(path: string, init: KenRequest = {}): Promise<Body> =>
    bodyOf(await shared.send(prepare(exchange, path, init))) as Body
  const requestAnonymously = async <Body>(path: string, init: KenRequest = {}): Promise<Body> =>
    bodyOf(await prepare(exchange, path, init)(null)) as Body

  async function stage<Step extends SignInStep>(path: string, json: object): Promise<Step> {
    // Their answers would replace or clear the cookie of the session that is to begin.
    await Promise.all([signingOut, shared.settled()])
    const { access_token, ...step } = await requestAnonymously<SignInStep & Partial<GrantBody>>(path, { method: 'POST', json })
    if (step.status === 'signed_in') shared.begin(grantOf({ access_token, user: step.user }))
    return step as Step
  }

  async function restore(): Promise<User | null> {
    // Begins at once if it can, so that whatever is requested from now on waits for it.
    if (signingOut !== null) await signingOut
    try {
      return await shared.refresh()
    } catch (error) {
      if (error instanceof KenSignedOut && ['refresh_refused', 'signed_out'].includes(error.reason)) return null
      throw error
    }
  }

  async function signOut(): Promise<void> {
    shared.end('signed_out')
    const told = endSession()
    const answered = told.catch(() => {})
    signingOut = answered
    await answered
    if (signingOut === answered) signingOut = null
    return told
  }

  async function endSession(): Promise<void> {
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await prepare(exchange, '/logout', { method: 'POST', signal, keepalive: true })(null)
    // A 401 says that there was no session to end.
    if (!answer.ok && answer.problem.status !== 401) throw answer.problem
  }

  const post = <Body>(path: string, json?: object): Promise<Body> => request(path, { method: 'POST', json })

  return {
    options: () => requestAnonymously('/api/v1/auth/options'),
    setUp: (body) => stage('/setup', body),
    previewInvitation: (body) => requestAnonymously('/api/v1/auth/invitations/preview', { method: 'POST', json: body }),
    acceptInvitation: (body) => stage('/api/v1/auth/invitations/accept', body),
    signIn: (body) => stage('/login', body),
    verifySecondFactor: (body) => stage('/login/mfa', body),
    setForcedPassword: (body) => stage('/login/password', body),
    startEnrolment: (body) => requestAnonymously('/login/mfa/enrol', { method: 'POST', json: body }),
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
      list: (cursor) => request(`/api/v1/me/sessions${cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`}`),
      end: (id) => request(`/api/v1/me/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' }),
      endOthers: () => post('/api/v1/me/sessions/end-others'),
      endAll: async () => {
        await post('/api/v1/me/sessions/end-all')
        shared.end('signed_out')
      },
    },
    search: (body) => post('/public/v1/search', body),
    request,
    requestAnonymously,
  }
}

/** Checked, because a page of a proxy with status 200 must not count as a session. */
function grantOf(body: unknown): Grant {
  const { access_token: accessToken, user } = (body ?? {}) as Partial<GrantBody>
  if (typeof accessToken !== 'string' || typeof user?.id !== 'string') {
    throw new Error('The answer has no access token or no user. Check that the address is that of Ken.')
  }
  return { accessToken, user }
}
