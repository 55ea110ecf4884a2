import type { SessionId } from '../../model/sessions/session.ts'

/** The ids of the service's secrets: known but not used yet, current, and older. */
export type SecretIds = {
  readonly unused: readonly string[]
  readonly newest: string
  readonly older: readonly string[]
}

/** Stateless refresh tokens that prove their family and generation. The database holds none. */
export interface RefreshTokens {
  /** Always returns the same token for the same family and generation. */
  issue(sessionId: SessionId, generation: number): string

  /** Null if this service did not issue the token. */
  read(token: string): { readonly sessionId: SessionId; readonly generation: number } | null

  /** The secrets that sign tokens and verify them. */
  readonly secretIds: SecretIds
}
