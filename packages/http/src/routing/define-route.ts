import type { RouteConfig, RouteConfigToTypedResponse, RouteHandler } from '@hono/zod-openapi'
import type { ApiContext, ApiEnv } from '../api-context.ts'
import type { FailureCode } from '../errors/failure.ts'
import type { ProblemResponse } from '../errors/problems.ts'
import type { Guard } from '../security/guard.ts'
import type { BodyLimits } from '../request/json-body.ts'
import type { bodyProblems } from '../request/valid-body.ts'
import type { anyProblems, queryProblems } from './body-and-response.ts'
import type { idempotencyProblems } from './idempotent.ts'
import type { RouteApi } from './route-api.ts'
import type { RouteResponses } from './route-responses.ts'

type RouteRequest = NonNullable<RouteConfig['request']>
/** The declaration of a route, from which its part of the OpenAPI document is generated. */
type RouteDeclaration<Request, Responses, Code, Guarding, TakesKey> = {
  readonly operationId: string
  readonly method: 'get' | 'post' | 'put' | 'delete'
  readonly path: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly guard: Guarding
  readonly request?: Request
  /** The responses to a successful request. */
  readonly responses: Responses
  /** The handler's failures, in addition to those of the guard and of reading the request. */
  readonly problems?: readonly Code[]
  /** Accepts `Idempotency-Key`; the handler then calls `idempotent`. */
  readonly takesIdempotencyKey?: TakesKey
  /** What a JSON body may be, if not as all others. */
  readonly bodyLimits?: BodyLimits
  /** True if it depends on no other server, and so is never unavailable. */
  readonly isStatic?: true
}

/** All failures of a route. */
type DeclaredCode<Request, Code, Guarding extends Guard, TakesKey> =
  | Code
  | Guarding['problems'][number]
  | (Request extends { readonly query: unknown } ? (typeof queryProblems)[number] : never)
  | (Request extends { readonly body: unknown } ? (typeof bodyProblems)[number] : never)
  | (TakesKey extends true ? (typeof idempotencyProblems)[number] : never)
  | (typeof anyProblems)[number]

/** A handler returns only responses that are declared, and fails only with declared codes. */
type DeclaredHandler<
  Request extends RouteRequest,
  Responses extends RouteResponses,
  Code extends FailureCode,
> = (
  context: Parameters<
    RouteHandler<{ method: 'get'; path: string; request: Request; responses: {} }, ApiEnv>
  >[0],
  api: RouteApi,
) => MaybePromise<
  | RouteConfigToTypedResponse<{ method: 'get'; path: string; responses: Responses }>
  | ProblemResponse<Code>
>
type MaybePromise<Value> = Value | Promise<Value>

/** One operation of the API: its declaration and its handler. */
export type Route<
  Request extends RouteRequest = RouteRequest,
  Responses extends RouteResponses = RouteResponses,
> = RouteDeclaration<Request, Responses, FailureCode, Guard, boolean> & {
  readonly request: Request
  readonly problems: readonly FailureCode[]
  readonly handler: (context: ApiContext, api: RouteApi) => MaybePromise<Response>
}

/**
 * Defines a route. Its guard runs first, then the path, query and body are validated, then the handler runs. A handler
 * that returns a response or a failure that the declaration does not have does not compile.
 */
export function defineRoute<
  Responses extends RouteResponses,
  Guarding extends Guard,
  Request extends RouteRequest = {},
  Code extends FailureCode = never,
  TakesKey extends boolean = false,
>(
  declaration: RouteDeclaration<Request, Responses, Code, Guarding, TakesKey>,
  handler: NoInfer<
    DeclaredHandler<Request, Responses, DeclaredCode<Request, Code, Guarding, TakesKey>>
  >,
): Route<Request, Responses> {
  return {
    ...declaration,
    request: declaration.request ?? ({} as Request), // The default of the type.
    problems: declaration.problems ?? [],
    handler: handler as unknown as Route['handler'], // Each context's type serves only type checking.
  }
}
