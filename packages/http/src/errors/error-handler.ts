import { Unavailable } from '@ken/core'
import type { LogFields } from '@ken/core/ports'
import type { ErrorHandler } from 'hono'
import type { ServerResponse } from 'node:http'
import type { Api } from '../api.ts'
import type { ApiContext, ApiEnv } from '../api-context.ts'
import { BodyReadBefore } from '../request/read-body.ts'
import type { FailureOf } from './failure.ts'
import { problem } from './problems.ts'

/**
 * Responds to an error that a route threw: 503 if a dependency is unavailable, else 500. Logs it once, and without a stack if
 * the client has disconnected, which is no fault.
 */
export const errorHandler =
  (api: Pick<Api, 'log'>): ErrorHandler<ApiEnv> =>
  (error, context) =>
    problem(context, thrownFailure(api, error, context))

/** The failure of an error that a route threw, which is logged once. */
export function thrownFailure(
  { log }: Pick<Api, 'log'>,
  error: unknown,
  context: ApiContext,
): FailureOf<'http.unavailable' | 'http.internal'> {
  const requestId = context.get('requestId')
  if (error instanceof BodyReadBefore) {
    log.error('http.body_read_before', { request_id: requestId, remedy: error.remedy })
    return { code: 'http.internal' }
  }
  const fields = { request_id: requestId, ...errorFields(error) }
  if (error instanceof Unavailable) {
    if (error.dependency === 'request' && hasDisconnected(context))
      log.info('http.abandoned', { request_id: requestId })
    else log.warn('http.unavailable', { ...fields, dependency: error.dependency })
    return { code: 'http.unavailable', retryAfterSeconds: error.retryAfterSeconds }
  }
  log.error('http.failed', fields)
  return { code: 'http.internal' }
}

/** A request without a socket ends early only when its client disconnects; one with a socket also when its time is up. */
const hasDisconnected = ({ env }: ApiContext): boolean => {
  const { outgoing } = (env ?? {}) as { readonly outgoing?: ServerResponse } // Set by the Node.js server.
  return outgoing === undefined || outgoing.destroyed
}

const causesMax = 5

/**
 * The loggable part of an error: names, codes and stack of it and its causes. Messages stay out, because
 * libraries quote invalid values in them, and those are request text.
 */
export function errorFields(error: unknown): LogFields {
  const chain: Error[] = []
  for (let link = error; link instanceof Error && chain.length < causesMax; link = link.cause)
    chain.push(link)
  const frames = (chain.at(-1)?.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return { error: chain.map(nameOf).join(' < ') || typeof error, stack: frames.join('\n') }
}

const nameOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
