import type { z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { problem } from '../errors/problems.ts'
import type { ApiEnv } from '../api-context.ts'

/** Passes only valid parameters in their canonical form. Any other path does not exist. */
export const pathParameters =
  (schema: z.ZodType): MiddlewareHandler<ApiEnv> =>
  async (context, next) => {
    const valid = schema.safeParse(context.req.param())
    if (!valid.success || context.req.path.includes('%'))
      return problem(context, { code: 'http.not_found' })
    context.req.addValidatedData('param', valid.data as object)
    return next()
  }
