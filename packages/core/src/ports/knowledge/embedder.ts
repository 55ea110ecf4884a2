/** Turns texts into vectors whose cosine distance follows meaning. */
export interface Embedder {
  /** Vectors of different models are never compared. */
  readonly model: string

  /** The vector of a question, or null when the model fails or exceeds the search budget; never throws. */
  embedQuery(query: string): Promise<readonly number[] | null>

  /**
   * One vector per text, in order, or null for a text that the model refuses while it takes others. At most 64 texts.
   * Throws `Unavailable` when the model fails.
   */
  embedTexts(texts: readonly string[]): Promise<readonly (readonly number[] | null)[]>
}
