/** Makes and recognises link codes: 40 random bits in Crockford base32, as `XXXX-XXXX`. */
export interface LinkCodeSource {
  /** A new code, and what is stored of it: a keyed hash, from which a copy of the database gives nothing away. */
  newCode(): { readonly plain: string; readonly digest: string }

  /** Whether a text reads like a code, however it is typed. */
  isCode(text: string): boolean

  /** The digest of a code however it is typed: in any case, with look-alikes, dashes and blanks. No code has that of any other text. */
  digest(presented: string): string
}
