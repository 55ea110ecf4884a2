import type { AccountId, Role } from '../../model/accounts/account.ts'
import type { SessionId } from '../../model/sessions/session.ts'

/**
 * The claims of an access token. `role` is a snapshot: rules that matter read the effective role.
 */
export type AccessClaims = {
  readonly userId: AccountId
  readonly role: Role
  readonly sessionId: SessionId
}

/** Stateless access tokens: short-lived, and verified without a look-up. */
export interface AccessTokens {
  /** The token carries exactly these claims. Every token is unique. */
  issue(
    claims: AccessClaims,
  ): Promise<{ readonly token: string; readonly expiresInSeconds: number }>

  /**
   * The claims of a token that this service issued. `expired` if only its time is over, otherwise
   * `invalid`.
   */
  verify(token: string): Promise<AccessClaims | 'expired' | 'invalid'>
}
