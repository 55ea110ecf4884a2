import { ok } from '@ken/core'
import type { z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { problem } from '../errors/problems.ts'
import type { SurfaceEnv } from '../surface.ts'
import { faultsOf } from './invalid-request.ts'
import { soundBody } from './sound-body.ts'
import { parseStrictJson } from './strict-json.ts'

/** Bytes a JSON body may have. */
export const bodyBytesMax = 65_536

/** Lets only sound JSON in UTF-8 that the schema knows through to the handler. Where none is required, no body is an empty object. */
export const jsonBody =
  (schema: z.ZodType, { isRequired }: { readonly isRequired: boolean }): MiddlewareHandler<SurfaceEnv> =>
  async (context, next) => {
    const body = await soundBody(context, { type: 'application/json', bytesMax: bodyBytesMax, isRequired })
    if (!body.ok) return problem(context, body.error)
    const isLeftOut = body.value.length === 0 && !isRequired
    const parsed = isLeftOut ? ok({}) : parseStrictJson(body.value.toString())
    if (!parsed.ok) return problem(context, { code: 'http.invalid_request', errors: [parsed.error] })
    const valid = schema.safeParse(parsed.value)
    if (!valid.success) return problem(context, { code: 'http.invalid_request', errors: faultsOf(valid.error.issues) })
    context.req.addValidatedData('json', valid.data as object)
    return next()
  }
