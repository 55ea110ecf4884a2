/** Why nobody is signed in any more. The list only grows. */
export type SignedOutReason = keyof typeof messages

const messages = {
  signed_out: 'The person signed out, or somebody else signed in, before the request was answered.',
  refresh_refused: 'The session is over. Sign in again.',
  refresh_failed: 'The session could not be renewed. Check the connection and sign in again.',
  refresh_timed_out: 'The session was not renewed in time. Check the connection and sign in again.',
  retry_refused: 'The server does not accept the session that it has just renewed. Sign in again.',
  account_changed: 'Somebody else has signed in with this browser. Load the page again.',
} as const

/**
 * Rejects every request that the end of its session leaves without an answer. `cause` is what ended it: the `KenProblem`
 * or the error of `fetch`, if there was one.
 */
export class KenSignedOut extends Error {
  readonly reason: SignedOutReason

  constructor(reason: SignedOutReason, cause?: unknown) {
    super(messages[reason], { cause })
    this.name = 'KenSignedOut'
    this.reason = reason
  }
}
