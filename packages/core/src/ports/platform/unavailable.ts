/** Thrown by an adapter whose dependency is away or whose queue is full. The caller may try again. */
export class Unavailable extends Error {
  readonly dependency: string
  readonly retryAfterSeconds: number

  constructor(
    dependency: string,
    message: string,
    options: { readonly retryAfterSeconds?: number; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'Unavailable'
    this.dependency = dependency
    this.retryAfterSeconds = options.retryAfterSeconds ?? 2
  }
}
