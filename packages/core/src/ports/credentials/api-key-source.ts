/** A new API key. `plain` is shown once and never stored; `digest` and `prefix` are stored. */
export type NewApiKey = { readonly plain: string; readonly digest: string; readonly prefix: string }

/** Creates and recognises API keys: high-entropy secrets with a recognisable form. */
export interface ApiKeySource {
  /** A new key from a secure random source. */
  newApiKey(): NewApiKey

  /** The stored digest of a key, always the same; null if the text cannot be a key. */
  digest(presented: string): string | null
}
