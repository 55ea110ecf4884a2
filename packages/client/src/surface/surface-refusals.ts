import { KenProblem } from '../ken-problem.ts'

/**
 * The sender is not linked, or the link code was refused. It is the same for every reason, whether or not Ken knows
 * the sender: reply with the same text to everyone. `cause` is the `KenProblem`.
 */
export class KenNotLinked extends Error {
  constructor(cause: KenProblem) {
    super('The sender is not linked. Ask them to create a link code in Ken and send it to you.', {
      cause,
    })
    this.name = 'KenNotLinked'
  }
}

/** A limit was reached, or Ken is temporarily unavailable. `cause` is the `KenProblem`. */
export class KenBusy extends Error {
  /** Do not call sooner. */
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number, cause: KenProblem) {
    super(`Ken cannot respond now. Try again in ${retryAfterSeconds} seconds.`, { cause })
    this.name = 'KenBusy'
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The error of a call, as its surface sees it. */
export function surfaceErrorOf(error: unknown): unknown {
  if (!(error instanceof KenProblem)) return error
  if (error.code === 'IDENTITY_NOT_LINKED') return new KenNotLinked(error)
  const { retryAfterSeconds } = error
  return retryAfterSeconds === null ? error : new KenBusy(retryAfterSeconds, error)
}
