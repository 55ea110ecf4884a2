/** A new API key. `plain` is shown once and kept nowhere; `digest` and `prefix` are what is stored. */
export type NewApiKey = { readonly plain: string; readonly digest: string; readonly prefix: string }

/** Makes and recognises API keys: `ken_`, 43 base62 characters (256 bits), 6 characters of CRC-32. */
export interface ApiKeySource {
  newApiKey(): NewApiKey

  /** SHA-256 of the key in hexadecimal, or null when the text has not the form of a key or its checksum is wrong. */
  digest(presented: string): string | null
}
