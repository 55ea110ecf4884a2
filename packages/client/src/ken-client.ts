import { answerEvents } from './answer-events.ts'
import { bodyOf, prepare, type Exchange, type KenRequest } from './exchange.ts'
import { conversationPath, documentPath, streamedQuestion } from './public-operations.ts'
import type { KenClient } from './operations.ts'
import { KenSignedOut, type SignedOutReason } from './ken-signed-out.ts'
import { sharedRefresh, type Grant } from './shared-refresh.ts'
import { tabMessageOf, type TabChannel, type TabLocks, type TabMessage } from './tabs.ts'
import type { AnswerEvent, AskRequest, SignInStep, User } from './wire.ts'

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

  function requestGrant(signal: AbortSignal): Promise<Grant | null> {
    // Without a person it only asks for a session, and a browser would log a refusal as a failure.
    const isAsking = shared.user() === null
    const headers = isAsking ? { prefer: 'optional-session' } : {}
    const refresh = async () => {
      // A page that is left meanwhile still takes the rotated token; its old one would end the session.
      const sent = prepare(exchange, '/refresh', {
        method: 'POST',
        headers,
        signal,
        keepalive: true,
      })
      const body = bodyOf(await sent(null))
      return isAsking && body === undefined ? null : grantOf(body)
    }
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
