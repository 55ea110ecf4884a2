/** Makes and digests high-entropy secrets that are shown once: challenges, invitation and reset tokens. Never for passwords. */
export interface SecretSource {
  /** 256 random bits in base64url, and what is stored of them. */
  newSecret(): { readonly plain: string; readonly digest: string }

  /** SHA-256 in hexadecimal; null when the text cannot be such a secret. */
  digest(presented: string): string | null
}
