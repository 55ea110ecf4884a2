import type { z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { pointerTo } from '../errors/field-error.ts'
import { problem } from '../errors/problems.ts'
import type { ApiEnv } from '../api-context.ts'
import { fieldErrorsOf, reportedIssues } from './field-errors.ts'

/** Passes only parameters that the schema has, each at most once, without NUL characters. */
export const queryParameters =
  (schema: z.ZodType): MiddlewareHandler<ApiEnv> =>
  async (context, next) => {
    const given = new URL(context.req.url).searchParams
    const repeated = repeatedNames(given)
    if (repeated.length > 0) {
      const errors = repeated
        .slice(0, 20)
        .map((name) => ({ pointer: pointerTo([name]), detail: 'must be given only once' }))
      return problem(context, { code: 'http.invalid_request', errors })
    }
    const invalid = [...given].filter(([, value]) => value.includes('\0'))
    if (invalid.length > 0) {
      const errors = invalid.map(([name]) => ({
        pointer: pointerTo([name]),
        detail: 'must not contain NUL characters',
      }))
      return problem(context, { code: 'http.invalid_request', errors: errors.slice(0, 20) })
    }
    const valid = schema.safeParse(Object.fromEntries(given), reportedIssues)
    if (!valid.success)
      return problem(context, {
        code: 'http.invalid_request',
        errors: fieldErrorsOf(valid.error.issues),
      })
    context.req.addValidatedData('query', valid.data as object)
    return next()
  }

/** In time in proportion to the number of parameters, of which a request may have thousands. */
function repeatedNames(given: URLSearchParams): readonly string[] {
  const [names, repeated] = [new Set<string>(), new Set<string>()]
  for (const name of given.keys()) (names.has(name) ? repeated : names).add(name)
  return [...repeated]
}
