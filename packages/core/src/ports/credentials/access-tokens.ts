import type { AccountId, Role } from '../../model/accounts/account.ts'
import type { SessionId } from '../../model/sessions/session.ts'

/** What an access token says. `role` is a snapshot: rules that matter read it again. */
export type AccessClaims = { readonly userId: AccountId; readonly role: Role; readonly sessionId: SessionId }

/** Stateless access tokens: JWT (RFC 7519), `at+jwt` (RFC 9068), HS256 only, 15 minutes. */
export interface AccessTokens {
  /** These claims and no others; `jti` is the session's id and a random part. */
  issue(claims: AccessClaims): Promise<{ readonly token: string; readonly expiresInSeconds: number }>

  /** Verifies signature, header and every claim (RFC 8725). Anything but a sound token that merely expired is `invalid`. */
  verify(token: string): Promise<AccessClaims | 'expired' | 'invalid'>
}
