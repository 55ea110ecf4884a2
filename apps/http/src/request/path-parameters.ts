import type { z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { problem } from '../errors/problems.ts'
import type { SurfaceEnv } from '../surface.ts'

/** Lets only parameters through that can name something, in their one spelling (R77). Any other address is unknown. */
export const pathParameters =
  (schema: z.ZodType): MiddlewareHandler<SurfaceEnv> =>
  async (context, next) => {
    const valid = schema.safeParse(context.req.param())
    if (!valid.success || context.req.path.includes('%')) return problem(context, { code: 'http.not_found' })
    context.req.addValidatedData('param', valid.data as object)
    return next()
  }
