import type { z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { pointerTo } from '../errors/field-fault.ts'
import { problem } from '../errors/problems.ts'
import type { SurfaceEnv } from '../surface.ts'
import { faultsOf } from './invalid-request.ts'

/** What `queryParameters` may answer in place of the route. */
export const queryProblems = ['http.invalid_request'] as const

/** Lets only parameters through that the schema knows, each at most once, and texts that every store can carry (R75). */
export const queryParameters =
  (schema: z.ZodType): MiddlewareHandler<SurfaceEnv> =>
  async (context, next) => {
    const given = new URL(context.req.url).searchParams
    const repeated = [...new Set(given.keys())].filter((name) => given.getAll(name).length > 1)
    if (repeated.length > 0) {
      const errors = repeated.slice(0, 20).map((name) => ({ pointer: pointerTo([name]), detail: 'must be there once' }))
      return problem(context, { code: 'http.invalid_request', errors })
    }
    const unsound = [...given].filter(([, value]) => value.includes('\0'))
    if (unsound.length > 0) {
      const errors = unsound.map(([name]) => ({ pointer: pointerTo([name]), detail: 'must not contain NUL characters' }))
      return problem(context, { code: 'http.invalid_request', errors: errors.slice(0, 20) })
    }
    const valid = schema.safeParse(Object.fromEntries(given))
    if (!valid.success) return problem(context, { code: 'http.invalid_request', errors: faultsOf(valid.error.issues) })
    context.req.addValidatedData('query', valid.data as object)
    return next()
  }
