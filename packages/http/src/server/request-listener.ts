import { getRequestListener, RequestError } from '@hono/node-server'
import type { Log } from '@ken/core/ports'
import { errorFields } from '../errors/error-handler.ts'
import type { Refusal, RefusalCode } from '../errors/refusal.ts'
import type { ApiApp } from '../api-context.ts'

/** Connects the app to a Node.js server. Logs its exceptions, and refuses requests that `Request` cannot represent. */
export const requestListener = (
  app: ApiApp,
  log: Log,
  refuse: (code: RefusalCode) => Refusal,
): ReturnType<typeof getRequestListener> =>
  getRequestListener(app.fetch, {
    hostname: 'localhost',
    errorHandler: (error) => {
      const malformed = error instanceof RequestError
      if (!malformed) log.error('http.failed', errorFields(error))
      const { status, headers, body } = refuse(
        malformed ? 'http.malformed_request' : 'http.internal',
      )
      return new Response(body, { status, headers })
    },
  })
