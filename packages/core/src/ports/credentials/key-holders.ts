import type { KeyHolder } from '../../model/keys/key.ts'

/** Who stands behind a credential, read anew on every request: the hot path before every search. */
export interface KeyHolders {
  /**
   * The holder of the key with this digest, in one round trip and from no cache, so that revocation,
   * deactivation and a changed group hold on the next request of every process. Null when there is no such key.
   */
  findByDigest(digest: string): Promise<KeyHolder | null>
}
