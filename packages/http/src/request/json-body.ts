import { isAscii } from 'node:buffer'
import { ok } from '@ken/core'
import type { z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { problem } from '../errors/problems.ts'
import type { ApiEnv } from '../api-context.ts'
import { fieldErrorsOf, reportedIssues } from './field-errors.ts'
import { readValidBody } from './valid-body.ts'
import { jsonKeysMax, parseStrictJson } from './strict-json.ts'

/** What a JSON body may be, beyond its schema. */
export type BodyLimits = {
  readonly bytesMax: number
  readonly keysMax: number
  /** The handler checks texts for NUL characters and lone surrogates. */
  readonly allowsAnyText?: true
}

/** The maximum size of a JSON body, unless its route says otherwise. */
export const bodyBytesMax = 65_536

const bodyLimits: BodyLimits = { bytesMax: bodyBytesMax, keysMax: jsonKeysMax }

/** Passes only valid JSON in UTF-8 that matches the schema. If no body is required, a missing one is an empty object. */
export const jsonBody =
  (
    schema: z.ZodType,
    { isRequired, hasEvents }: { readonly isRequired: boolean; readonly hasEvents: boolean },
    limits: BodyLimits = bodyLimits,
  ): MiddlewareHandler<ApiEnv> =>
  async (context, next) => {
    const body = await readValidBody(context, {
      type: 'application/json',
      bytesMax: limits.bytesMax,
      isRequired,
      hasEvents,
    })
    if (!body.ok) return problem(context, body.error)
    const refused = await context.get('refuseLateBody')?.()
    if (refused) return refused
    const isLeftOut = body.value.length === 0 && !isRequired
    const parsed = isLeftOut ? ok({}) : parseStrictJson(textOf(body.value), limits)
    if (!parsed.ok)
      return problem(context, { code: 'http.invalid_request', errors: [parsed.error] })
    const valid = schema.safeParse(parsed.value, reportedIssues)
    if (!valid.success)
      return problem(context, {
        code: 'http.invalid_request',
        errors: fieldErrorsOf(valid.error.issues),
      })
    context.req.addValidatedData('json', valid.data as object)
    return next()
  }

/** Text in ASCII, such as files in base64, is read several times as fast in this way. */
const textOf = (body: Buffer): string => body.toString(isAscii(body) ? 'latin1' : 'utf8')
