/** When a connection to the server was last found broken. Connections that are older may be broken as well. */
export type Breaks = {
  readonly note: () => void
  /** Whether a connection of that age, by `performance.now()`, may still be used. */
  readonly isSound: (openedAt: number) => boolean
  /** Whether a break was noted in the last seconds. */
  readonly isRecent: () => boolean
}

const recentMs = 10_000

export function breaks(): Breaks {
  let lastAt = -Infinity
  return {
    note: () => {
      lastAt = performance.now()
    },
    isSound: (openedAt) => openedAt > lastAt,
    isRecent: () => performance.now() - lastAt < recentMs,
  }
}

const brokenCodes = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])
/** What the driver says without a code. */
const brokenMessages = /Connection terminated|Query read timeout|not queryable|timeout expired/

/** Whether the error means that the connection broke or fell silent, not that the server refused a statement. */
export function isBreak(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return brokenCodes.has(code) || brokenMessages.test(error.message)
}
