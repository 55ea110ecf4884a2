/**
 * Creates high-entropy secrets that are shown once, and the digests of those that are looked up:
 * challenges and tokens in emails.
 */
export interface SecretSource {
  /** An unguessable secret that needs no escaping in a URL, and its stored digest. */
  newSecret(): { readonly plain: string; readonly digest: string }

  /**
   * A random password in symbols that are hard to confuse when read aloud or typed. It passes the
   * password policy and is hashed like any other.
   */
  newPassword(): string

  /** The stored digest of a secret, always the same; null if the text cannot be a secret. */
  digest(presented: string): string | null

  /** Whether a text is the secret of a digest. Takes the same time wherever they differ. */
  matches(presented: string, digest: string): boolean
}
