import { isUtf8 } from 'node:buffer'
import type { z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { problem } from '../errors/problems.ts'
import type { SurfaceContext, SurfaceEnv } from '../surface.ts'
import { acceptsJson } from './accepts.ts'
import { incomingOf } from './incoming.ts'
import { faultsOf } from './invalid-request.ts'
import { readBody } from './read-body.ts'
import { parseStrictJson } from './strict-json.ts'

/** Bytes a JSON body may have (DESIGN section 2). */
export const bodyBytesMax = 65_536

/** What `jsonBody` may answer in place of the route. */
export const jsonBodyProblems = [
  'http.invalid_request',
  'http.not_acceptable',
  'http.payload_too_large',
  'http.unsupported_media_type',
] as const

const jsonType = /^application\/json(?:\s*;\s*charset="?utf-8"?)?$/i

/**
 * Lets only sound JSON in UTF-8 that the schema knows through to the handler, and nothing past the byte cap into memory.
 * Where none is required, no body is sound, too; a body without a type never is (R44).
 */
export const jsonBody =
  (schema: z.ZodType, { isRequired }: { readonly isRequired: boolean }): MiddlewareHandler<SurfaceEnv> =>
  async (context, next) => {
    if (!acceptsJson(context.req.header('accept'))) return problem(context, { code: 'http.not_acceptable' })
    const type = context.req.header('content-type')
    const isJson = jsonType.test(type ?? '')
    if (!(isJson || (type === undefined && !isRequired)) || isEncoded(context)) {
      return problem(context, { code: 'http.unsupported_media_type' })
    }
    const bytes = await readBody(context.req.raw, incomingOf(context.env), bodyBytesMax)
    if (bytes === 'too_large') {
      context.get('headers')['Connection'] = 'close'
      return problem(context, { code: 'http.payload_too_large', bytesMax: bodyBytesMax })
    }
    if (bytes === 'incomplete' || !isUtf8(bytes)) {
      return problem(context, {
        code: 'http.invalid_request',
        errors: [{ pointer: '#', detail: 'must be complete and in UTF-8' }],
      })
    }
    if (bytes.length === 0 && !isRequired) return next()
    if (!isJson) return problem(context, { code: 'http.unsupported_media_type' })
    const parsed = parseStrictJson(bytes.toString())
    if (!parsed.ok) return problem(context, { code: 'http.invalid_request', errors: [parsed.error] })
    const valid = schema.safeParse(parsed.value)
    if (!valid.success) return problem(context, { code: 'http.invalid_request', errors: faultsOf(valid.error.issues) })
    context.req.addValidatedData('json', valid.data as object)
    return next()
  }

const isEncoded = (context: SurfaceContext): boolean => {
  const encoding = context.req.header('content-encoding')
  return encoding !== undefined && encoding.toLowerCase() !== 'identity'
}
