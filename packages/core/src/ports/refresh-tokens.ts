import type { SessionId } from '../sessions/session.ts'

/** Refresh tokens prove themselves: family, generation and a keyed hash of both. Nothing stored can be replayed. */
export interface RefreshTokens {
  /** The same family and generation always give the same token. */
  issue(sessionId: SessionId, generation: number): string

  /** Null for anything that this service did not issue. */
  read(token: string): { readonly sessionId: SessionId; readonly generation: number } | null
}
