import type { RouteConfig } from '@hono/zod-openapi'
import type { FailureCode } from '../errors/failure.ts'
import { describedHeaders, problemResponses } from '../errors/problems.ts'
import { rateLimitHeaderNames } from '../errors/rate-limit-headers.ts'
import { bodyProblems } from '../request/valid-body.ts'
import { anyProblems, queryProblems } from './body-and-response.ts'
import type { Route } from './define-route.ts'
import type { RouteResponses } from './route-responses.ts'
import { idempotencyHeader, idempotencyProblems } from './idempotent.ts'

/** A route as OpenAPI describes it: access and failures follow from its guard and from what it reads. */
export function routeDeclaration(route: Route): RouteConfig {
  const { operationId, method, path, tags, summary, description, guard, request } = route
  const succeeded = route.takesIdempotencyKey
    ? withHeaders(route.responses, ['Idempotency-Replayed'])
    : route.responses
  const responses = { ...succeeded, ...problemResponses([...new Set(problemsOf(route))]) }
  return {
    operationId,
    method,
    path,
    tags: [...tags],
    summary,
    ...(description !== undefined && { description }),
    security: guard.credentials.map((name) => ({ [name]: [] })),
    request: { ...(route.takesIdempotencyKey && idempotencyHeader), ...request },
    responses: guard.isRateLimited ? withHeaders(responses, rateLimitHeaderNames) : responses,
  }
}

/** All failures of a route, its own first. */
const problemsOf = (route: Route): readonly FailureCode[] => [
  ...route.problems,
  ...(route.takesIdempotencyKey ? idempotencyProblems : []),
  ...(route.request.params === undefined ? [] : ['http.not_found' as const]),
  ...(route.request.query === undefined ? [] : queryProblems),
  ...route.guard.problems,
  ...(route.request.body === undefined ? [] : bodyProblems),
  ...(route.isStatic ? ['http.internal' as const] : anyProblems),
]

/** The responses without headers of a route: the credential was refused, or the request did not arrive. */
const statusesWithout = ['401', '408']

/** Adds headers to all other responses. */
function withHeaders(responses: RouteResponses, names: readonly string[]): RouteResponses {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      statusesWithout.includes(status)
        ? response
        : { ...response, headers: { ...response.headers, ...describedHeaders(...names) } },
    ]),
  )
}
