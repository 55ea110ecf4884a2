/** Creates and recognises link codes: short enough to type, in symbols that are hard to confuse. */
export interface LinkCodeSource {
  /** A new code and its stored digest. The database alone does not reveal the code. */
  newCode(): { readonly plain: string; readonly digest: string }

  /** Whether a text looks like a code, however it is typed. */
  isCode(text: string): boolean

  /**
   * The digest of a code, however it is typed: in any case, with look-alikes, dashes and spaces.
   * Any other text gets a digest that no code has.
   */
  digest(presented: string): string
}
