/** Makes recovery codes: 50 random bits each in Crockford base32, as `XXXXX-XXXXX`. */
export interface RecoveryCodeSource {
  newCodes(count: number): readonly string[]

  /** The code as it is hashed: upper case, look-alikes folded, no dash or blanks; null when it cannot be one. */
  normalize(presented: string): string | null
}
