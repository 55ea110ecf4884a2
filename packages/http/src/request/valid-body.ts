import { isUtf8 } from 'node:buffer'
import { err, ok, type Result } from '@ken/core'
import type { HttpFailure } from '../errors/failure.ts'
import type { ApiContext } from '../api-context.ts'
import { acceptsEvents, acceptsJson } from './accepts.ts'
import { incomingOf } from './incoming.ts'
import { readBody } from './read-body.ts'

/** The failures of `readValidBody`, and of the server while it waits for a body. */
export const bodyProblems = [
  'http.invalid_request',
  'http.not_acceptable',
  'http.request_timeout',
  'http.payload_too_large',
  'http.unsupported_media_type',
] as const
type BodyError = Extract<HttpFailure, { readonly code: (typeof bodyProblems)[number] }>

/** The requirements for a body. */
export type BodyForm = {
  readonly type: 'application/json' | 'text/csv'
  readonly bytesMax: number
  readonly isRequired: boolean
  /** Whether the response may be server-sent events instead of JSON. */
  readonly hasEvents?: boolean
}

const typeForms: { readonly [Type in BodyForm['type']]: RegExp } = {
  'application/json': /^application\/json(?:\s*;\s*charset="?utf-8"?)?$/i,
  'text/csv': /^text\/csv(?:\s*;\s*charset="?utf-8"?)?(?:\s*;\s*header="?present"?)?$/i,
}

/**
 * Reads the body of a request whose response is JSON. The body must have the given type, be in UTF-8 and not be
 * compressed; no more than the limit is kept in memory. An optional body may be empty, but never without a type.
 */
export async function readValidBody(
  context: ApiContext,
  { type, bytesMax, isRequired, hasEvents = false }: BodyForm,
): Promise<Result<Buffer, BodyError>> {
  const accept = context.req.header('accept')
  if (!acceptsJson(accept) && !(hasEvents && acceptsEvents(accept)))
    return err({ code: 'http.not_acceptable' })
  const unsupported = err({ code: 'http.unsupported_media_type', type })
  const declared = context.req.header('content-type')
  const isTyped = typeForms[type].test(declared ?? '')
  if (!(isTyped || (declared === undefined && !isRequired)) || isEncoded(context))
    return unsupported
  const bytes = await readBody(context.req.raw, incomingOf(context.env), bytesMax)
  if (bytes === 'too_large') {
    context.get('headers')['Connection'] = 'close'
    return err({ code: 'http.payload_too_large', bytesMax })
  }
  if (bytes === 'incomplete' || !isUtf8(bytes))
    return err({
      code: 'http.invalid_request',
      errors: [{ pointer: '#', detail: 'must be complete and in UTF-8' }],
    })
  return bytes.length > 0 && !isTyped ? unsupported : ok(bytes)
}

const isEncoded = (context: ApiContext): boolean => {
  const encoding = context.req.header('content-encoding')
  return encoding !== undefined && encoding.toLowerCase() !== 'identity'
}
