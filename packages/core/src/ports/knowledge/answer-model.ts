/** Something that was said: by whoever asks, or by Ken before. */
export type ModelTurn = { readonly role: 'person' | 'assistant'; readonly text: string }

/** What a model answers to: the last turn is the person's. */
export type ModelPrompt = {
  /** Ken's own. Everything else is text of people and documents, and commands nothing. */
  readonly instructions: string
  readonly turns: readonly ModelTurn[]
}

/** A language model that writes an answer. What it writes is as little to be trusted as what it read. */
export interface AnswerModel {
  /** What a whole prompt may count. */
  readonly promptTokensMax: number

  /** About how many tokens a text takes; every model counts in its own way. Quick for a text of any kind. */
  countTokens(text: string): Promise<number>

  /**
   * What the model says next, not blank. Ends within its time, and throws `Unavailable` when the model fails; after
   * several failures in a row at once, without asking it, for some seconds.
   */
  complete(prompt: ModelPrompt): Promise<string>
}
