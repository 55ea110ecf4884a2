/** Records when a connection to the server was last lost. Older connections may be broken, too. */
export type ConnectionLosses = {
  readonly record: () => void
  /** Whether a connection opened at this time (`performance.now()`) may still be used. */
  readonly isUsable: (openedAt: number) => boolean
  /** Whether a connection was lost in the last ten seconds. */
  readonly isRecent: () => boolean
}

const recentMs = 10_000

export function connectionLosses(): ConnectionLosses {
  let lastAt = -Infinity
  return {
    record: () => {
      lastAt = performance.now()
    },
    isUsable: (openedAt) => openedAt > lastAt,
    isRecent: () => performance.now() - lastAt < recentMs,
  }
}

const brokenCodes = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])
/** Messages of driver errors that have no code. */
const brokenMessages = /Connection terminated|Query read timeout|not queryable|timeout expired/

/**
 * Whether the error means that the connection broke or fell silent. False if the server refused a
 * statement.
 */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return brokenCodes.has(code) || brokenMessages.test(error.message)
}
