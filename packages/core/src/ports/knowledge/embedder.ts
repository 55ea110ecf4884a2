/** Turns texts into vectors whose cosine distance reflects meaning. */
export interface Embedder {
  /** Vectors of different models are never compared. */
  readonly model: string

  /**
   * The vector of a query; null if the model fails or takes longer than a search may. Never throws.
   */
  embedQuery(query: string): Promise<readonly number[] | null>

  /**
   * One vector per text, in order; null for a text that the model refuses while it accepts others.
   * At most 64 texts. Throws `Unavailable` if the model fails.
   */
  embedTexts(texts: readonly string[]): Promise<readonly (readonly number[] | null)[]>
}
