import { Unavailable } from '@ken/core'
import type { LogFields } from '@ken/core/ports'
import type { ErrorHandler } from 'hono'
import type { Surface, SurfaceEnv } from '../surface.ts'
import { problem } from './problems.ts'

/** Answers whatever a route threw: 503 when a dependency is away, else 500, and logs it once. */
export const answerError =
  ({ log }: Pick<Surface, 'log'>): ErrorHandler<SurfaceEnv> =>
  (error, context) => {
    const fields = { request_id: context.get('requestId'), ...errorFields(error) }
    if (error instanceof Unavailable) {
      log.warn('http.unavailable', { ...fields, dependency: error.dependency })
      return problem(context, { code: 'http.unavailable', retryAfterSeconds: error.retryAfterSeconds })
    }
    log.error('http.failed', fields)
    return problem(context, { code: 'http.internal' })
  }

const causesMax = 5

/**
 * What may be logged of an error: names, codes and places of it and its causes. Messages stay out,
 * because libraries quote the values they choke on, and those are request text (R10, R82).
 */
export function errorFields(error: unknown): LogFields {
  const chain: Error[] = []
  for (let link = error; link instanceof Error && chain.length < causesMax; link = link.cause) chain.push(link)
  const frames = (chain.at(-1)?.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return { error: chain.map(nameOf).join(' < ') || typeof error, stack: frames.join('\n') }
}

const nameOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
