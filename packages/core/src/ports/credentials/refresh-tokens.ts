import type { SessionId } from '../../model/sessions/session.ts'

/** The ids of the service's secrets: those that are known but not used yet, the one that signs, and those before it. */
export type SecretIds = { readonly unused: readonly string[]; readonly newest: string; readonly older: readonly string[] }

/** Refresh tokens prove themselves: family, generation and a keyed hash of both. Nothing stored can be replayed. */
export interface RefreshTokens {
  /** The same family and generation always give the same token. */
  issue(sessionId: SessionId, generation: number): string

  /** Null for anything that this service did not issue. */
  read(token: string): { readonly sessionId: SessionId; readonly generation: number } | null

  /** Which secrets tokens are signed with and read by. */
  readonly secretIds: SecretIds
}
