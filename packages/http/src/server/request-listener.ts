import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Log } from '@ken/core/ports'
import { errorFields } from '../errors/error-handler.ts'
import type { Refuse } from '../errors/refusal.ts'
import type { ApiApp } from '../api-context.ts'
import { endAfterBody } from './rest-of-body.ts'
import { defaultLimits, type ServerLimits } from './server-limits.ts'

/** Responds to a request, whose body no one has read. */
type RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

/** Connects the app to a Node.js server. Logs its exceptions, and refuses requests that `Request` cannot represent. */
export function requestListener(
  app: ApiApp,
  log: Log,
  refuse: Refuse,
  limits: ServerLimits = defaultLimits,
): RequestListener {
  const respond = getRequestListener(app.fetch, {
    hostname: 'localhost',
    errorHandler: (error) => {
      const malformed = error instanceof RequestError
      const { requestId, status, headers, body } = refuse(
        malformed ? 'http.malformed_request' : 'http.internal',
      )
      if (!malformed) log.error('http.failed', { request_id: requestId, ...errorFields(error) })
      return new Response(body, { status, headers })
    },
  })
  return (incoming, outgoing) => {
    endAfterBody(incoming, outgoing, limits)
    return respond(incoming, outgoing)
  }
}
