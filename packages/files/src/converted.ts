/** What a text says about itself; null where it does not. */
export type Converted = {
  readonly title: string | null
  readonly url: string | null
  readonly updatedAt: Date | null
  readonly body: string
}
