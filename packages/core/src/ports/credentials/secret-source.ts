/** Makes high-entropy secrets that are shown once, and digests those that are looked up: challenges and tokens of mails. */
export interface SecretSource {
  /** 256 random bits in base64url, and what is stored of them. */
  newSecret(): { readonly plain: string; readonly digest: string }

  /**
   * A password of 100 random bits in symbols that are read out and typed without mistakes. It passes the policy, and
   * is hashed as any other.
   */
  newPassword(): string

  /** SHA-256 in hexadecimal; null when the text cannot be such a secret. */
  digest(presented: string): string | null
}
