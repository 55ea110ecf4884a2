import type { Log } from '@ken/core/ports'
import type { WorkConnection } from './connection.ts'

/** Marks errors, and the copies that pg-boss makes of them. */
const ofConnection = Symbol('of a connection')

const uniqueViolation = '23505'

/** Whether the connection has already logged this error, or decided not to. */
export const isOfConnection = (error: Error): boolean => ofConnection in error

/**
 * Logs once when the queue becomes unavailable, and once when it is available again, however many
 * statements fail.
 */
export function loggedConnection(connection: WorkConnection, log: Log): WorkConnection {
  let isUnavailable = false
  let repliesCount = 0
  return {
    endTogether: connection.endTogether,
    async executeSql(text, values, handling) {
      const before = repliesCount
      try {
        const result = await connection.executeSql(text, values, handling)
        repliesCount += 1
        if (isUnavailable) log.info('queue.recovered')
        isUnavailable = false
        return result
      } catch (cause) {
        const error = cause instanceof Error ? cause : new Error(String(cause))
        // Another worker took a job of the same group at the same moment.
        if ('code' in error && error.code === uniqueViolation) repliesCount += 1
        // A statement sent before the last reply says nothing about the present.
        const isNews = !isUnavailable && repliesCount === before
        if (isNews) log.warn('queue.failed', { reason: error.message })
        isUnavailable ||= isNews
        throw Object.assign(error, { [ofConnection]: true })
      }
    },
  }
}
