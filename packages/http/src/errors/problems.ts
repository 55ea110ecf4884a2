import { z } from '@hono/zod-openapi'
import type { KenError } from '@ken/core'
import { failureText } from '@ken/presentation'
import type { TypedResponse } from 'hono'
import type { ApiContext } from '../api-context.ts'
import { respond } from '../respond.ts'
import type { HeaderDescriptions, RouteResponses } from '../routing/route-responses.ts'
import type { Failure, FailureCode } from './failure.ts'
import { problemRow, type StatusOf } from './problem-table.ts'
import type { ProblemHeaders, ProblemRow } from './problem.ts'

const mediaType = 'application/problem+json'

/** The body of every error response (RFC 9457). */
export const problemSchema = z
  .object({
    type: z.string().openapi({
      format: 'uri-reference',
      description: 'Reference to the description of this kind of problem.',
    }),
    title: z.string().openapi({ description: 'The kind of problem, always with the same text.' }),
    status: z.int().openapi({ description: 'The HTTP status.' }),
    detail: z.string().openapi({ description: 'What happened and what to do about it.' }),
    code: z.string().openapi({ description: 'The kind of problem, for programs.' }),
    request_id: z.string().openapi({
      format: 'uuid',
      description: 'Identifies this request in the logs of the service.',
    }),
    errors: z
      .array(
        z.object({
          pointer: z
            .string()
            .openapi({ description: 'JSON pointer to the field, as a URI fragment (RFC 6901).' }),
          detail: z.string(),
        }),
      )
      .optional()
      .openapi({ description: 'The invalid fields, with the reason.' }),
    reason: z.string().optional().openapi({
      description: 'Why the platform does not serve the bot; one of a fixed list.',
    }),
    reasons: z
      .array(z.string())
      .optional()
      .openapi({ description: 'All rules that the password violates.' }),
    retry_after_seconds: z.int().optional().openapi({
      description:
        'Seconds to wait before trying again, as in `Retry-After`. An event of a stream has no header.',
    }),
  })
  .openapi('Problem')

/** Every error response. */
export type ProblemBody = z.infer<typeof problemSchema>

/** Where a failure happened. */
export type Occurrence = {
  readonly requestId: string
  /** The path below which Ken is served; empty for the root. */
  readonly mountPath: string
}

/** Renders a failure as status, headers and body. Its type is the place in the reference that describes its wire code. */
export function renderProblem(failure: Failure, { requestId, mountPath }: Occurrence) {
  const row = problemRow(failure.code)
  const headers: ProblemHeaders = row.headers?.(failure) ?? {}
  const retryAfter = headers['Retry-After']
  const body: ProblemBody = {
    type: `${mountPath}/public/v1/docs#${row.code}`,
    title: row.title,
    status: row.status,
    detail: detailOf(row, failure),
    code: row.code,
    request_id: requestId,
    ...(row.errors && { errors: [...row.errors(failure)] }),
    ...(row.reason && { reason: row.reason(failure) }),
    ...(row.reasons && { reasons: [...row.reasons(failure)] }),
    ...(retryAfter !== undefined && { retry_after_seconds: Number(retryAfter) }),
  }
  return {
    status: row.status,
    headers: { ...headers, 'Content-Type': mediaType },
    body: JSON.stringify(body),
  }
}

function detailOf({ detail }: ProblemRow<Failure>, failure: Failure): string {
  if (typeof detail === 'string') return detail
  // A row without a detail is one of a use case.
  return detail === undefined ? failureText(failure as KenError) : detail(failure)
}

/** The type of a body names its failures for the compiler; the body itself has no such member. */
type BodyOf<Code extends FailureCode> = ProblemBody & { failure?: Code }

const exampleOccurrence: Occurrence = {
  requestId: '0d3f6a52-5f0e-4a39-9c1b-6a54c1c0a3de',
  mountPath: '',
}

/** An example of a failure, for the reference. */
const exampleFailure = (code: FailureCode): Failure =>
  ({
    code,
    errors: [{ pointer: '#/query', detail: 'must be a string' }],
    field: 'query',
    detail: 'must have 1 to 2000 characters',
    limit: 60,
    resetSeconds: 17,
    retryAfterSeconds: 2,
    budgetMs: 2_000,
    runningMax: 2,
    bytesMax: 65_536,
    type: 'application/json',
    state: 'accepted',
    lines: [3],
    linesMax: 10_000,
    allow: ['POST'],
    reasons: ['too_short'],
    reason: 'unreachable',
    unknown: ['wkii'],
    sources: ['wiki'],
    slug: 'finance',
    documents: 12,
    removed: 120,
    held: 200,
    allowances: {
      key: { allowed: true, limit: 60, remaining: 59, resetSeconds: 17 },
      person: null,
    },
    key: null,
    person: { allowed: false, limit: 600, remaining: 0, resetSeconds: 17 },
  }) as unknown as Failure // Has every member that any row reads.

/** The body of a failure with examples of numbers and names. */
export const exampleProblem = (code: FailureCode): ProblemBody =>
  JSON.parse(renderProblem(exampleFailure(code), exampleOccurrence).body) as ProblemBody

const headerDescriptions: { readonly [name: string]: string } = {
  'WWW-Authenticate': 'The authentication scheme.',
  'Retry-After': 'Seconds to wait before trying again.',
  'RateLimit-Policy': 'Requests (`q`) per window of seconds (`w`).',
  RateLimit: 'Remaining requests (`r`) and seconds until the window resets (`t`).',
  Allow: 'The methods that are allowed.',
  'X-Accel-Buffering': '`no` for server-sent events: a proxy must not collect them.',
  'Idempotency-Replayed':
    '`true` if this is the response to an earlier request with the same `Idempotency-Key`.',
}

/** Header objects of the OpenAPI document by name. */
export const describedHeaders = (...names: readonly string[]): HeaderDescriptions =>
  Object.fromEntries(
    ['X-Request-Id', ...names].map((name) => [
      name,
      {
        description:
          headerDescriptions[name] ?? 'Identifies this request in the logs of the service.',
        schema: { type: 'string' as const },
      },
    ]),
  )

/** The `responses` of a route that can fail with these codes, by status. The last of several codes with one wire code gives its example. */
export function problemResponses(codes: readonly FailureCode[]): RouteResponses {
  const responses = [...Map.groupBy(codes, (code) => problemRow(code).status)].map(
    ([status, group]) => {
      const rendered = group.map((code) => ({
        row: problemRow(code),
        ...renderProblem(exampleFailure(code), exampleOccurrence),
      }))
      const examples = Object.fromEntries(
        rendered.map(({ row, body }) => [
          row.code,
          { summary: row.title, value: JSON.parse(body) as unknown },
        ]),
      )
      return [
        status,
        {
          description: Array.from(
            new Set(rendered.map(({ row }) => `\`${row.code}\`: ${row.title}`)),
          ).join(' '),
          headers: describedHeaders(
            ...rendered.flatMap(({ headers }) =>
              Object.keys(headers).filter((name) => name !== 'Content-Type'),
            ),
          ),
          content: { [mediaType]: { schema: problemSchema, examples } },
        },
      ]
    },
  )
  return Object.fromEntries(responses)
}

/** The response to one of these failures. */
export type ProblemResponse<Code extends FailureCode> = {
  [C in Code]: TypedResponse<BodyOf<C>, StatusOf<C>, 'json'>
}[Code]

/** Where the failure of a request happened. */
export const occurrenceOf = (context: ApiContext): Occurrence => ({
  requestId: context.get('requestId'),
  mountPath: context.get('mountPath'),
})

/** Responds with a failure. The type names its code, so a route that does not declare it does not compile. */
export function problem<Failed extends Failure>(context: ApiContext, failure: Failed) {
  const { status, headers, body } = renderProblem(failure, occurrenceOf(context))
  return respond(context, body, status, headers) as Response & ProblemResponse<Failed['code']>
}
