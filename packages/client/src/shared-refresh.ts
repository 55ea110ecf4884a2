import type { ReadResponse, Attempt } from './exchange.ts'
import { KenProblem } from './ken-problem.ts'
import { KenSignedOut, type SignedOutReason } from './ken-signed-out.ts'
import type { User } from './wire.ts'

/** The result of a sign-in. */
export type Grant = { readonly accessToken: string; readonly user: User }

/** Holds the access token, in memory only, and implements its renewal. */
export type SharedRefresh = {
  /** Signs a person in, and replaces the previous session. */
  readonly begin: (grant: Grant) => void
  /** Signs out, and rejects all requests that wait for a refresh. */
  readonly end: (reason: SignedOutReason, cause?: unknown) => void
  /**
   * Renews the token, or joins the refresh in flight. Rejects with `KenSignedOut`, because a failed
   * refresh logs out.
   */
  readonly refresh: () => Promise<User>
  /**
   * Sends a request with the current session; if the token has expired, once more after a refresh.
   * A refusal that says that the session has ended logs out.
   */
  readonly send: (attempt: Attempt) => Promise<ReadResponse>
  /** The person who is signed in, or null. */
  readonly user: () => User | null
  /** Resolves when no refresh is in flight, with any outcome. */
  readonly settled: () => Promise<void>
}

type Options = {
  /** One `POST /refresh` without these rules. Null if there is no session to renew. */
  readonly requestGrant: (signal: AbortSignal) => Promise<Grant | null>
  readonly timeoutMs: number
  /** Called once for each session that ends and is not replaced. */
  readonly onSignedOut: (reason: SignedOutReason) => void
}

/**
 * Keeps its identity when it is renewed, so that a request of one session is never retried in
 * another.
 */
type Session = { accessToken: string; user: User; ended: KenSignedOut | null }
type Flight = PromiseWithResolvers<Session> & {
  readonly abort: AbortController
  readonly timer: ReturnType<typeof setTimeout>
}

/** Starts signed out. */
export function sharedRefresh({ requestGrant, timeoutMs, onSignedOut }: Options): SharedRefresh {
  let session: Session | null = null
  let flight: Flight | null = null

  function leave(signedOut: KenSignedOut): void {
    const [left, waitedFor] = [session, flight]
    session = flight = null
    if (left !== null) left.ended = signedOut
    if (waitedFor === null) return
    clearTimeout(waitedFor.timer)
    waitedFor.reject(signedOut)
    waitedFor.abort.abort()
  }

  function begin(grant: Grant): void {
    leave(new KenSignedOut('signed_out'))
    session = { ...grant, ended: null }
  }

  function end(reason: SignedOutReason, cause?: unknown): void {
    const wasSignedIn = session !== null
    leave(new KenSignedOut(reason, cause))
    if (wasSignedIn) onSignedOut(reason)
  }

  function startFlight(): Flight {
    const abort = new AbortController()
    const timer = setTimeout(() => end('refresh_timed_out'), timeoutMs)
    const started: Flight = { ...Promise.withResolvers<Session>(), abort, timer }
    // An abandoned refresh must neither sign in nor end a later session.
    requestGrant(abort.signal).then(
      (grant) => started === flight && land(started, grant),
      (error: unknown) =>
        started === flight &&
        end(isUnauthorized(error) ? 'refresh_refused' : 'refresh_failed', error),
    )
    return started
  }

  function land({ timer, resolve }: Flight, grant: Grant | null): void {
    if (grant === null) return end('refresh_refused')
    // Another tab shares the cookie: requests of this person must not run as the next one.
    if (session !== null && session.user.id !== grant.user.id) return end('account_changed')
    clearTimeout(timer)
    flight = null
    session = Object.assign(session ?? { ended: null }, grant)
    resolve(session)
  }

  function join(): Promise<Session> {
    flight ??= startFlight()
    return flight.promise
  }

  async function send(attempt: Attempt): Promise<ReadResponse> {
    const sentIn = flight === null ? session : await flight.promise
    if (sentIn === null) return attempt(null)
    failIfEnded(sentIn)
    const sentWith = sentIn.accessToken
    const first = await attempt(sentWith)
    if (first.ok || !isUnauthorized(first.problem)) return first
    const { code } = first.problem
    if (code === 'UNAUTHENTICATED' && sentIn === session) end('refresh_refused', first.problem)
    if (code !== 'TOKEN_EXPIRED') return first
    failIfEnded(sentIn)
    // A refresh may have completed while this request was in flight: its token is the new one.
    if (sentIn.accessToken === sentWith) await join()
    failIfEnded(sentIn)
    const second = await attempt(sentIn.accessToken)
    if (!second.ok && isUnauthorized(second.problem) && sentIn === session)
      end('retry_refused', second.problem)
    return second
  }

  return {
    begin,
    end,
    send,
    refresh: async () => (await join()).user,
    user: () => session?.user ?? null,
    settled: async () => void (await flight?.promise.catch(() => {})),
  }
}

const isUnauthorized = (error: unknown): boolean =>
  error instanceof KenProblem && error.status === 401

function failIfEnded({ ended }: Session): void {
  if (ended !== null) throw ended
}
