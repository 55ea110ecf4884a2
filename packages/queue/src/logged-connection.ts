import type { Log } from '@ken/core/ports'
import type { Connection } from './connection.ts'

/** On errors, and on the copies that pg-boss makes of them. */
const ofConnection = Symbol('of a connection')

/** Whether a connection has told of this error, or had reason not to. */
export const isOfConnection = (error: Error): boolean => ofConnection in error

/** Says once that the queue cannot be reached, and once that it can be again, however often it is tried in between. */
export function loggedConnection(connection: Connection, log: Log): Connection {
  let isAway = false
  let answered = 0
  return {
    async executeSql(text, values) {
      const before = answered
      try {
        const answer = await connection.executeSql(text, values)
        answered += 1
        if (isAway) log.info('queue.recovered')
        isAway = false
        return answer
      } catch (cause) {
        const error = cause instanceof Error ? cause : new Error(String(cause))
        // What was sent before the last answer came tells nothing of now.
        const isNews = !isAway && answered === before
        if (isNews) log.warn('queue.failed', { reason: error.message })
        isAway ||= isNews
        throw Object.assign(error, { [ofConnection]: true })
      }
    },
  }
}
