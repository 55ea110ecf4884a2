import { Unavailable } from '@ken/core/ports'
import { isDiskFull } from './lanes/disk-watch.ts'

/** Classes and states of SQLSTATE that mean the server is away, refuses everybody, is full or gave up (PostgreSQL, appendix A). */
const unavailableStates = /^(?:08|28|3D|40|53|57|58|25006|25P03|55P03)/
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
])
/** What the drivers say without a code. */
const unavailableMessages =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|not queryable|Cannot use a pool after/

/** What is said of a disk without room, wherever. */
export const diskFullMessage = 'The disk of the database is full, and nothing can be stored. Free space on it, then try again.'

/** The error as it is, or `Unavailable` when it says that the database is away or has no room left. */
export function orUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Unavailable) return error
  if (isDiskFull(error)) return new Unavailable('disk', diskFullMessage, { cause: error })
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const away = unavailableCodes.has(code) || unavailableStates.test(code) || unavailableMessages.test(error.message)
  return away ? new Unavailable('database', 'The database cannot be reached.', { cause: error }) : error
}
