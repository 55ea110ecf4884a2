import type { MiddlewareHandler } from 'hono'
import type { Api } from '../api.ts'
import type { ApiEnv } from '../api-context.ts'
import type { FailureCode } from '../errors/failure.ts'
import type { CredentialName } from './security-schemes.ts'

/** Decides who may call a route. The OpenAPI document is generated from it, so the two cannot differ. */
export type Guard<Code extends FailureCode = FailureCode> = {
  /** The accepted credentials, of which one is required; empty if none is. */
  readonly credentials: readonly CredentialName[]
  /** The failures with which it refuses requests. */
  readonly problems: readonly Code[]
  /** True if calls count against a rate limit; every response except 401 then shows the remaining calls. */
  readonly isRateLimited?: true
  /** The check, which runs before the rest of the request is read. */
  readonly middleware: (api: Pick<Api, 'ken'>) => MiddlewareHandler<ApiEnv>
}

/** Admits every caller. */
export const anyone: Guard<never> = {
  credentials: [],
  problems: [],
  middleware: () => (_context, next) => next(),
}
