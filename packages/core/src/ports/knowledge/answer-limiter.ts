/** Who needs the model: a chat, or a program that asks. */
export type ModelUser = 'chat' | 'ask'

/** A slot of the model, or a place in the queue for one. */
export type ModelSlot = {
  /**
   * Resolves once the model may be called. Throws `Unavailable` for the answer model after waiting
   * too long, and for the request as soon as the signal aborts.
   */
  readonly granted: (signal: AbortSignal) => Promise<void>
  /** Gives the slot or the place back. Idempotent. */
  readonly release: () => void
}

/** Limits how many answers are written at a time in this process. */
export interface AnswerLimiter {
  /**
   * Starts a question of a person, by a key or without one. Returns what ends it, which is
   * idempotent; null if too many of the key are being answered, or of the person over all keys.
   */
  begin(personId: string, keyId: string | null): (() => void) | null

  /**
   * Takes a slot, or a place in the queue, which is served in order; null if the queue is full.
   * While both kinds of users wait, each gets half of the slots; half of the queue is free for each
   * in any case.
   */
  queue(user: ModelUser): ModelSlot | null
}
