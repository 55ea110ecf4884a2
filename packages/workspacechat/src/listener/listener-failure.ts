import type { Log } from '@ken/core/ports'
import { EventRejected, OutboundFailure } from '@ken/outbound'
import { WebApiFailure, webApiFailure, WebApiRefusal } from '../api/web-api-failure.ts'
import type { ConnectionEnd } from './socket-connection.ts'

/** The fault of any error. Only unexpected errors are logged. */
export function failureOf(error: unknown, log: Log): ConnectionEnd {
  if (error instanceof WebApiFailure) return error
  if (error instanceof OutboundFailure) return webApiFailure(error)
  if (error instanceof WebApiRefusal) return { fault: 'not_slack', retryAfterSeconds: null }
  // The message counts as lost until the inbox accepts it; the inbox knows why it did not.
  if (error instanceof EventRejected) return { fault: 'server_failing', retryAfterSeconds: null }
  log.error('workspace_chat.listener_failed', {
    error: error instanceof Error ? error.name : 'unknown',
  })
  return { fault: 'unreachable', retryAfterSeconds: null }
}
