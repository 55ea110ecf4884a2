/** Creates recovery codes: random, short enough to type, in symbols that are hard to confuse. */
export interface RecoveryCodeSource {
  /** New codes in the form that is shown to people. */
  newCodes(count: number): readonly string[]

  /**
   * The form that is hashed: upper case, look-alikes folded, without dashes or spaces; null if it
   * cannot be a code.
   */
  normalize(presented: string): string | null
}
