import { z } from '@hono/zod-openapi'
import { runIdempotently, err, ok, type IdempotencyError, type Ports, type Result } from '@ken/core'
import { createHash } from 'node:crypto'
import type { ApiContext } from '../api-context.ts'
import type { FailureOf } from '../errors/failure.ts'
import { parseIdempotencyKey } from '../request/idempotency-key.ts'
import { callerOf } from '../security/caller-authentication.ts'
import type { RouteApi } from './route-api.ts'

const headerName = 'idempotency-key'

/** The header that makes a retry safe. */
export const idempotencyHeader = {
  headers: z.object({
    [headerName]: z.string().optional().openapi({
      description:
        'Makes a retry safe: 1 to 255 visible ASCII characters, new for each request, kept for 24 hours. The same request gets the same response and does nothing again; a different request with the same key is refused with `IDEMPOTENCY_KEY_REUSED`.',
      example: '"8e03978e-40d5-43e8-bc93-6894a57f9324"',
    }),
  }),
}

/** The failures of `idempotent` itself. */
export const idempotencyProblems = [
  'http.idempotency_key_invalid',
  'idempotency.in_progress',
  'idempotency.key_reused',
] as const

type IdempotentOptions<Value, Failed, Body extends object> = {
  /** The content of the request, as JSON. */
  readonly payload: unknown
  /** A use case that runs one transaction and returns its result, unless `isInParts`. */
  readonly act: (ports: Ports) => Promise<Result<Value, Failed>>
  readonly view: (value: Value) => Body
  /** The response to a retry, if the first one shows a secret. */
  readonly replayView?: (value: Value) => Body
  /** See `RunIdempotently`. */
  readonly isInParts?: boolean
}

/**
 * Runs the use case of a request and returns the body of the response. With an `Idempotency-Key` it runs once, and
 * every retry gets the first response.
 */
export async function idempotent<Value, Failed, Body extends object>(
  context: ApiContext,
  { ken: { ports }, operationId }: Pick<RouteApi, 'ken' | 'operationId'>,
  {
    payload,
    act,
    view,
    replayView = view,
    isInParts = false,
  }: IdempotentOptions<Value, Failed, Body>,
): Promise<Result<Body, Failed | IdempotencyError | FailureOf<'http.idempotency_key_invalid'>>> {
  const header = context.req.header(headerName)
  if (header === undefined) {
    const outcome = await act(ports)
    return outcome.ok ? ok(view(outcome.value)) : outcome
  }
  const key = parseIdempotencyKey(header)
  if (key === null) return err({ code: 'http.idempotency_key_invalid' })
  const outcome = await runIdempotently(ports, {
    request: { callerId: callerOf(context).actor.userId, operation: operationId, key },
    fingerprint: createHash('sha256').update(JSON.stringify(payload)).digest('hex'),
    act: (transact) => act({ ...ports, transact }),
    responseOf: (value: Value) => JSON.stringify(replayView(value)),
    isInParts,
  })
  if (!outcome.ok) return outcome
  if (!outcome.value.isReplay) return ok(view(outcome.value.value))
  context.get('headers')['Idempotency-Replayed'] = 'true'
  // This route stored it.
  return ok(JSON.parse(outcome.value.response) as Body)
}
