/** A converted text; null for what it does not state. */
export type Converted = {
  readonly title: string | null
  readonly url: string | null
  readonly updatedAt: Date | null
  /** Who may see it, as it states that; entries may be invalid. */
  readonly allowed: readonly string[] | null
  readonly body: string
}
