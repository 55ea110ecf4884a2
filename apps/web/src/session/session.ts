import {
  createKenClient,
  KenProblem,
  type KenClient,
  type SignedOutReason,
  type User,
} from '@ken/client'
import { pauseMsAfter } from './pause-after.ts'
import { createDrafts, type Drafts } from './kept/drafts.ts'
import { limitedFetch } from './limited-fetch.ts'
import type { Renewal } from './renewal.ts'
import { createSessionEpoch } from './session-epoch.ts'
import type { SignInMemory } from './kept/sign-in-memory.ts'
import { createSignOut } from './sign-out.ts'
import type { VisitedEntries } from './kept/visited-entries.ts'

/** A step that the server requires before anything else, in the middle of a session. */
export type Gate = 'password_change' | 'second_factor_enrolment'

/** What the page knows about its person. */
export type SessionState =
  | { readonly kind: 'restoring' }
  /** Ken does not respond; the next attempt is at `retryAt`, in milliseconds since 1970. */
  | { readonly kind: 'unreachable'; readonly retryAt: number; readonly wasSignedIn: boolean }
  /** `unconfirmed`: the person has signed out, but Ken has not confirmed it. */
  | { readonly kind: 'signed_out'; readonly reason: SignedOutReason | 'unconfirmed' | null }
  | { readonly kind: 'gated'; readonly gate: Gate; readonly user: User }
  | { readonly kind: 'signed_in'; readonly user: User }

/** The session of a page: the client with its token, and what the screens are drawn from. */
export type Session = {
  readonly client: KenClient
  readonly drafts: Drafts
  readonly signIn: SignInMemory
  readonly state: () => SessionState
  /**
   * The id of the person whom this page is for. It stays while their session is over, until they sign out or another
   * person signs in; then null.
   */
  readonly person: () => string | null
  readonly subscribe: (listener: () => void) => () => void
  /** Restores the session of the cookie now, and again until Ken responds. */
  readonly restore: () => void
  /** Stops waiting for Ken, to sign in instead. */
  readonly giveWay: () => void
  /** Shows the pages to the person, after the last step of the sign-in. */
  readonly enter: (user: User) => void
  /** Signs out at once on this page, and tries until Ken has confirmed it. */
  readonly signOut: () => void
  /** Follows a refusal that requires a step of its person first, from any call. */
  readonly follow: (error: unknown) => void
  /** Loads the page again with its drafts; false if that was just done. */
  readonly renew: () => boolean
  /** The id of the last request that the server answered, for reports; null before the first. */
  readonly lastRequestId: () => string | null
}

/** The parts of the browser that a session uses. */
export type SessionWorld = {
  readonly baseUrl: string
  readonly channel: BroadcastChannel | null
  readonly locks: LockManager | null
  readonly renewal: Renewal
  readonly signIn: SignInMemory
  readonly entries: Pick<VisitedEntries, 'person' | 'giveTo'>
  /** Of the browser; null where it has none for this page. */
  readonly storage: Storage | null
  /** Drops everything that was read for the person who has left. */
  readonly forget: () => void
  /** Replaces the address, which may have words of the person who has left, by the one of the start. */
  readonly goHome: () => Promise<void>
}

const gates: { readonly [code: string]: Gate } = {
  PASSWORD_CHANGE_REQUIRED: 'password_change',
  MFA_ENROLMENT_REQUIRED: 'second_factor_enrolment',
}

/** Starts in the state `restoring`; call `restore` next. */
export function createSession(world: SessionWorld): Session {
  const { baseUrl, channel, locks, renewal, signIn, entries, storage, forget, goHome } = world
  const listeners = new Set<() => void>()
  const drafts = createDrafts()
  let state: SessionState = { kind: 'restoring' }
  let person: string | null = null
  let lastRequestId: string | null = null
  let failures = 0
  let lastTry = 0
  const epoch = createSessionEpoch()
  let timer: ReturnType<typeof setTimeout> | undefined

  const signOut = createSignOut({
    send: () => client.signOut(),
    onTried: (isUnconfirmed) =>
      become({ kind: 'signed_out', reason: isUnconfirmed ? 'unconfirmed' : 'signed_out' }),
    mayTry: () => signIn.read().stage === null,
    storage,
  })
  const client = createKenClient({
    baseUrl,
    fetch: signOut.apart(epoch.bind(limitedFetch((id) => (lastRequestId = id)))),
    ...(channel !== null && { channel }),
    ...(locks !== null && { locks }),
    onSignedOut: leave,
    onSignedInElsewhere: () => {
      signOut.drop()
      if (state.kind !== 'gated') restore()
    },
  })
  addEventListener('online', () => state.kind === 'unreachable' && restore())

  /** What has begun to restore or to enter changes nothing any more. */
  function endAttempts(): void {
    lastTry += 1
  }

  /** Begins to restore or to enter. Returns whether that was not ended since: only then may it change the state. */
  function beginTry(): () => boolean {
    endAttempts()
    const number = lastTry
    return () => number === lastTry
  }

  function become(next: SessionState): void {
    clearTimeout(timer)
    state = next
    for (const listener of listeners) listener()
  }

  /** Nothing of the person stays on the page. */
  function clear(): void {
    person = null
    forget()
    drafts.clear()
    void goHome()
  }

  function leave(reason: SignedOutReason): void {
    endAttempts()
    epoch.end()
    if (reason === 'signed_out') entries.giveTo('')
    if (reason === 'signed_out' || reason === 'account_changed') clear()
    else forget()
    if (reason === 'account_changed') return restore()
    if (reason !== 'refresh_failed' && reason !== 'refresh_timed_out')
      return become({ kind: 'signed_out', reason })
    // The cookie may still be good.
    waitForKen(true)
    return undefined
  }

  function waitForKen(wasSignedIn: boolean): void {
    const pauseMs = pauseMsAfter(failures)
    failures += 1
    become({ kind: 'unreachable', retryAt: Date.now() + pauseMs, wasSignedIn })
    timer = setTimeout(restore, pauseMs)
  }

  function restore(): void {
    if (signOut.isUnconfirmed()) {
      void signOut.run()
      return
    }
    const before = state
    if (before.kind !== 'unreachable') become({ kind: 'restoring' })
    clearTimeout(timer)
    const wasSignedIn = before.kind === 'unreachable' && before.wasSignedIn
    const isCurrent = beginTry()
    client.restore().then(
      (user) => {
        if (!isCurrent()) return undefined
        failures = 0
        if (user !== null) return enter(user)
        const reason = wasSignedIn ? 'refresh_refused' : null
        return become({ kind: 'signed_out', reason })
      },
      () => isCurrent() && waitForKen(wasSignedIn),
    )
  }

  function enter(user: User): void {
    const isOther = ![null, '', user.id].includes(entries.person())
    if (isOther) {
      forget()
      drafts.clear()
    }
    if (state.kind === 'gated') epoch.end()
    person = user.id
    entries.giveTo(user.id)
    signOut.drop()
    signIn.clear()
    drafts.takeOver(renewal.take(user.id))
    const isCurrent = beginTry()
    if (isOther) void goHome().then(() => isCurrent() && become({ kind: 'signed_in', user }))
    else become({ kind: 'signed_in', user })
  }

  function follow(error: unknown): void {
    if (!(error instanceof KenProblem) || state.kind !== 'signed_in') return
    const gate = gates[error.code]
    if (error.status === 403 && gate !== undefined) become({ ...state, kind: 'gated', gate })
    // The client ends a session that is refused, but may have none.
    if (error.status !== 401 || error.code !== 'UNAUTHENTICATED') return
    epoch.end()
    forget()
    become({ kind: 'signed_out', reason: 'refresh_refused' })
  }

  function renew(): boolean {
    if (!renewal.leave(entries.person(), drafts.handOver())) return false
    drafts.releaseAll()
    location.reload()
    return true
  }

  return {
    client,
    drafts,
    signIn,
    state: () => state,
    person: () => person,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    restore,
    giveWay: () => {
      endAttempts()
      become({ kind: 'signed_out', reason: null })
    },
    enter,
    signOut: () => {
      // The client says so only of a session that it has.
      entries.giveTo('')
      clear()
      void signOut.run()
    },
    follow,
    renew,
    lastRequestId: () => lastRequestId,
  }
}
