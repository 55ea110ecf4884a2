import { err, ok, type Result } from '@ken/core'
import type { ApiContext } from '../api-context.ts'
import type { Failure } from '../errors/failure.ts'
import { bodyBytesMax } from '../request/json-body.ts'
import { parseStrictJson } from '../request/strict-json.ts'
import { readValidBody } from '../request/valid-body.ts'

/** A JSON object; only the SDK decides whether it is a message of the protocol. */
export type Message = { readonly method?: unknown }

/**
 * Reads one JSON-RPC message. An array of them is refused before any of them runs, and so is a message on behalf of
 * another person, because a personal key acts only for its owner.
 */
export async function readMessage(context: ApiContext): Promise<Result<Message, Failure>> {
  if (context.req.header('ken-on-behalf-of') !== undefined)
    return err({ code: 'http.on_behalf_of_not_allowed' })
  const form = { type: 'application/json', bytesMax: bodyBytesMax, isRequired: true } as const
  const body = await readValidBody(context, form)
  if (!body.ok) return body
  const parsed = parseStrictJson(body.value.toString())
  if (!parsed.ok) return err({ code: 'http.invalid_request', errors: [parsed.error] })
  const message = parsed.value
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return ok(message)
  const fault = { pointer: '#', detail: 'must be one JSON-RPC message, not an array or a value' }
  return err({ code: 'http.invalid_request', errors: [fault] })
}
