import { isUtf8 } from 'node:buffer'
import { err, ok, type Result } from '@ken/core'
import type { SurfaceError } from '../errors/failure.ts'
import type { SurfaceContext } from '../surface.ts'
import { acceptsJson } from './accepts.ts'
import { incomingOf } from './incoming.ts'
import { readBody } from './read-body.ts'

/** What `soundBody` may refuse a request with. */
export const soundBodyProblems = [
  'http.invalid_request',
  'http.not_acceptable',
  'http.payload_too_large',
  'http.unsupported_media_type',
] as const
type BodyError = Extract<SurfaceError, { readonly code: (typeof soundBodyProblems)[number] }>

/** What a body must be. */
export type BodyForm = {
  readonly type: 'application/json' | 'text/csv'
  readonly bytesMax: number
  readonly isRequired: boolean
}

const typeForms: { readonly [Type in BodyForm['type']]: RegExp } = {
  'application/json': /^application\/json(?:\s*;\s*charset="?utf-8"?)?$/i,
  'text/csv': /^text\/csv(?:\s*;\s*charset="?utf-8"?)?(?:\s*;\s*header="?present"?)?$/i,
}

/**
 * The body of a request whose answer is JSON: of the one type, in UTF-8, not compressed, and nothing past the byte cap
 * in memory (R76). Where none is required, an empty one is sound, too; a body without a type never is (R44).
 */
export async function soundBody(
  context: SurfaceContext,
  { type, bytesMax, isRequired }: BodyForm,
): Promise<Result<Buffer, BodyError>> {
  if (!acceptsJson(context.req.header('accept'))) return err({ code: 'http.not_acceptable' })
  const unsupported = err({ code: 'http.unsupported_media_type', type })
  const declared = context.req.header('content-type')
  const isTyped = typeForms[type].test(declared ?? '')
  if (!(isTyped || (declared === undefined && !isRequired)) || isEncoded(context)) return unsupported
  const bytes = await readBody(context.req.raw, incomingOf(context.env), bytesMax)
  if (bytes === 'too_large') {
    context.get('headers')['Connection'] = 'close'
    return err({ code: 'http.payload_too_large', bytesMax })
  }
  if (bytes === 'incomplete' || !isUtf8(bytes))
    return err({ code: 'http.invalid_request', errors: [{ pointer: '#', detail: 'must be complete and in UTF-8' }] })
  return bytes.length > 0 && !isTyped ? unsupported : ok(bytes)
}

const isEncoded = (context: SurfaceContext): boolean => {
  const encoding = context.req.header('content-encoding')
  return encoding !== undefined && encoding.toLowerCase() !== 'identity'
}
