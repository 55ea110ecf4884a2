/** Why the person was signed out. New reasons may be added. */
export type SignedOutReason = keyof typeof messages

const messages = {
  signed_out: 'The person signed out, or another person signed in, before the response arrived.',
  refresh_refused: 'The session has ended. Sign in again.',
  refresh_failed: 'The session could not be refreshed. Check the connection and sign in again.',
  refresh_timed_out:
    'The session could not be refreshed in time. Check the connection and sign in again.',
  retry_refused: 'The server refused the new access token. Sign in again.',
  account_changed: 'Another person has signed in with this browser. Load the page again.',
} as const

/**
 * Rejects every request without a response whose session ended. `cause` is the `KenProblem` or the
 * error of `fetch` that ended the session, if there was one.
 */
export class KenSignedOut extends Error {
  readonly reason: SignedOutReason

  constructor(reason: SignedOutReason, cause?: unknown) {
    super(messages[reason], { cause })
    this.name = 'KenSignedOut'
    this.reason = reason
  }
}
