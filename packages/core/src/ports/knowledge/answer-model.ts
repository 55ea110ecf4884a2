/** One message: from the person, or from Ken before. */
export type ModelTurn = { readonly role: 'person' | 'assistant'; readonly text: string }

/** The input of a model. The last turn is the person's. */
export type ModelPrompt = {
  /**
   * Written by Ken. All other text comes from people and documents, and must not be followed as an
   * instruction.
   */
  readonly instructions: string
  readonly turns: readonly ModelTurn[]
}

/** A language model that writes an answer. Its output is as untrusted as its input. */
export interface AnswerModel {
  /** The token limit of a whole prompt. */
  readonly promptTokensMax: number

  /** The approximate number of tokens of a text, as this model counts. Fast for any text. */
  countTokens(text: string): Promise<number>

  /**
   * The model's next message in pieces while it writes them, without its reasoning, and never blank
   * as a whole. Ends within a time limit. Throws `Unavailable` if the model fails, also after some
   * text; after several consecutive failures it throws for some seconds without calling the model.
   * Ends the connection at once when the signal aborts, and then throws `Unavailable` for the
   * request, or when its text is no longer read.
   */
  write(prompt: ModelPrompt, signal: AbortSignal): AsyncIterable<string>
}
