/**
 * Thrown by an adapter if its dependency is unavailable or its queue is full. The caller may retry.
 */
export class Unavailable extends Error {
  readonly dependency: string
  readonly retryAfterSeconds: number
  /** How long the dependency asks not to be called; null if it does not say. */
  readonly pauseSeconds: number | null

  constructor(
    dependency: string,
    message: string,
    options: { readonly retryAfterSeconds?: number; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'Unavailable'
    this.dependency = dependency
    this.pauseSeconds = options.retryAfterSeconds ?? null
    this.retryAfterSeconds = this.pauseSeconds ?? 2
  }
}

/** Thrown when a search takes longer than it may. It has been cancelled in the database. */
export class SearchTimeout extends Unavailable {
  readonly budgetMs: number

  constructor(budgetMs: number, cause?: unknown) {
    super('search', `A search was cancelled after ${budgetMs} ms.`, { cause })
    this.name = 'SearchTimeout'
    this.budgetMs = budgetMs
  }
}
