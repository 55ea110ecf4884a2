import { z } from '@hono/zod-openapi'
import { actOnce, err, ok, type IdempotencyError, type Ports, type Result } from '@ken/core'
import { createHash } from 'node:crypto'
import { describedHeaders } from '../errors/problems.ts'
import type { FailureOf } from '../errors/failure.ts'
import { parseIdempotencyKey } from '../request/idempotency-key.ts'
import { callerOf } from '../security/caller-authentication.ts'
import type { Surface, SurfaceContext } from '../surface.ts'
import { jsonAnswer } from './declarations.ts'

const headerName = 'idempotency-key'

/** The header of a request that may be repeated. */
export const idempotencyHeader = {
  headers: z.object({
    [headerName]: z.string().optional().openapi({
      description:
        'Names this request, so that sending it again does nothing again: 1 to 255 visible ASCII characters, new for each request, kept for 24 hours. The same request gets the same answer once more; another one with the same key is refused with `IDEMPOTENCY_KEY_REUSED`.',
      example: '"8e03978e-40d5-43e8-bc93-6894a57f9324"',
    }),
  }),
}

/** An answer of JSON that may be that of an earlier request. */
export const repeatableAnswer = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  ...jsonAnswer(description, schema),
  headers: describedHeaders('Idempotency-Replayed'),
})

/** What every route may answer that takes the header. */
export const idempotencyProblems = ['http.idempotency_key_invalid', 'idempotency.in_progress', 'idempotency.key_reused'] as const

type Once<Value, Failed, Body extends object> = {
  readonly route: { readonly operationId: string }
  /** Everything that the request asks for, as JSON. */
  readonly asked: unknown
  /** A use case that runs one transaction and returns what that returned, unless `isInParts`. */
  readonly act: (ports: Ports) => Promise<Result<Value, Failed>>
  readonly view: (value: Value) => Body
  /** The answer to a repetition, when the first one shows a secret. */
  readonly replayView?: (value: Value) => Body
  /** See `ActOnce`. */
  readonly isInParts?: boolean
}

/**
 * Carries out what a request asks for; once, however often it comes, when it has an `Idempotency-Key`. Returns the body
 * of the answer.
 */
export async function once<Value, Failed, Body extends object>(
  context: SurfaceContext,
  { ken: { ports } }: Pick<Surface, 'ken'>,
  { route, asked, act, view, replayView = view, isInParts = false }: Once<Value, Failed, Body>,
): Promise<Result<Body, Failed | IdempotencyError | FailureOf<'http.idempotency_key_invalid'>>> {
  const header = context.req.header(headerName)
  if (header === undefined) {
    const outcome = await act(ports)
    return outcome.ok ? ok(view(outcome.value)) : outcome
  }
  const key = parseIdempotencyKey(header)
  if (key === null) return err({ code: 'http.idempotency_key_invalid' })
  const outcome = await actOnce(ports, {
    request: { callerId: callerOf(context).actor.userId, operation: route.operationId, key },
    fingerprint: createHash('sha256').update(JSON.stringify(asked)).digest('hex'),
    act: (transact) => act({ ...ports, transact }),
    answerOf: (value: Value) => JSON.stringify(replayView(value)),
    isInParts,
  })
  if (!outcome.ok) return outcome
  if (!outcome.value.isReplay) return ok(view(outcome.value.value))
  context.get('headers')['Idempotency-Replayed'] = 'true'
  // It was kept by this route.
  return ok(JSON.parse(outcome.value.answer) as Body)
}
