/** A converted text; null for what it does not state. */
export type Converted = {
  readonly title: string | null
  readonly url: string | null
  readonly updatedAt: Date | null
  readonly body: string
}
