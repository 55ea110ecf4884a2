import type { KeyHolder } from '../../model/keys/key.ts'

/**
 * Resolves an API key to its principal, uncached, on every request: the hot path before every
 * search.
 */
export interface KeyHolders {
  /**
   * Takes one round trip, so that revocation, deactivation and changed groups apply to the next
   * request of every process. Null if no key has this digest.
   */
  findByDigest(digest: string): Promise<KeyHolder | null>
}
