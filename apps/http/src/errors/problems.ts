import { z } from '@hono/zod-openapi'
import type { TypedResponse } from 'hono'
import { answer } from '../answer.ts'
import type { SurfaceContext } from '../surface.ts'
import type { Failure, FailureCode } from './failure.ts'
import { problemRow, type StatusOf } from './problem-table.ts'

const mediaType = 'application/problem+json'

/** The body of every error answer (RFC 9457). */
export const problemSchema = z
  .object({
    type: z.string().openapi({ format: 'uri-reference', description: 'Address of the description of this kind of problem.' }),
    title: z.string().openapi({ description: 'The kind of problem, always in the same words.' }),
    status: z.int().openapi({ description: 'The HTTP status once more.' }),
    detail: z.string().openapi({ description: 'What happened this time and what to do about it.' }),
    code: z.string().openapi({ description: 'The kind of problem, for programs.' }),
    request_id: z.string().openapi({ format: 'uuid', description: 'Names this request in the logs of the service.' }),
    errors: z
      .array(
        z.object({
          pointer: z.string().openapi({ description: 'JSON pointer to the field, as a URI fragment (RFC 6901).' }),
          detail: z.string(),
        }),
      )
      .optional()
      .openapi({ description: 'What is wrong with which field.' }),
    reason: z
      .string()
      .optional()
      .openapi({ description: 'Why the team-chat server does not serve the bot, from a closed list.' }),
    reasons: z.array(z.string()).optional().openapi({ description: 'Every rule that a refused password breaks.' }),
  })
  .openapi('Problem')

type ProblemBody = z.infer<typeof problemSchema>

/** Where the reference describes a wire code. */
const problemType = (code: string) => `/public/v1/docs#${code}`

/** One failure as status, headers and body, for wherever an answer is written. */
export function renderProblem(failure: Failure, requestId: string) {
  const row = problemRow(failure.code)
  const body: ProblemBody = {
    type: problemType(row.code),
    title: row.title,
    status: row.status,
    detail: typeof row.detail === 'string' ? row.detail : row.detail(failure),
    code: row.code,
    request_id: requestId,
    ...(row.errors && { errors: [...row.errors(failure)] }),
    ...(row.reason && { reason: row.reason(failure) }),
    ...(row.reasons && { reasons: [...row.reasons(failure)] }),
  }
  return { status: row.status, headers: { ...row.headers?.(failure), 'Content-Type': mediaType }, body: JSON.stringify(body) }
}

/** A declared body remembers which failures it stands for, so that the compiler can compare; on the wire there is no such member. */
type BodyOf<Code extends FailureCode> = ProblemBody & { failure?: Code }
type ResponseOf<Code extends FailureCode> = {
  description: string
  content: { [mediaType]: { schema: z.ZodType<BodyOf<Code>> } }
}
type ResponsesOf<Code extends FailureCode> = {
  [Status in StatusOf<Code>]: ResponseOf<{ [C in Code]: StatusOf<C> extends Status ? C : never }[Code]>
}

const exampleRequestId = '0d3f6a52-5f0e-4a39-9c1b-6a54c1c0a3de'

/** A failure of this kind as it may look, for the reference. */
const exampleFailure = (code: FailureCode): Failure =>
  ({
    code,
    errors: [{ pointer: '#/query', detail: 'must be a string' }],
    field: 'query',
    detail: 'must have 1 to 2000 characters',
    limit: 60,
    resetSeconds: 17,
    retryAfterSeconds: 2,
    bytesMax: 65_536,
    type: 'application/json',
    state: 'accepted',
    lines: [3],
    linesMax: 10_000,
    allow: ['POST'],
    reasons: ['too_short'],
    reason: 'unreachable',
    unknown: ['wkii'],
    allowances: { key: { allowed: true, limit: 60, remaining: 59, resetSeconds: 17 }, person: null },
    key: null,
    person: { allowed: false, limit: 600, remaining: 0, resetSeconds: 17 },
  }) as unknown as Failure // One stand-in with every member that any row reads.

const headerDescriptions: { readonly [name: string]: string } = {
  'WWW-Authenticate': 'The scheme to authenticate with.',
  'Retry-After': 'Seconds to wait before trying again.',
  'RateLimit-Policy': 'Requests (`q`) per window of seconds (`w`).',
  RateLimit: 'Requests remaining (`r`) and seconds until the window starts anew (`t`).',
  Allow: 'The methods that are allowed.',
  'Idempotency-Replayed': '`true` when this is the answer to an earlier request with the same `Idempotency-Key`.',
}

/** Header objects of the OpenAPI document by name. */
export const describedHeaders = (...names: readonly string[]) =>
  Object.fromEntries(
    ['X-Request-Id', ...names].map((name) => [
      name,
      {
        description: headerDescriptions[name] ?? 'Names this request in the logs of the service.',
        schema: { type: 'string' as const },
      },
    ]),
  )

/** The `responses` of a route that can fail with these codes, grouped by status. */
export function problemResponses<const Codes extends readonly FailureCode[]>(...codes: Codes): ResponsesOf<Codes[number]> {
  const responses = [...Map.groupBy(codes, (code) => problemRow(code).status)].map(([status, group]) => {
    const rendered = group.map((code) => ({ row: problemRow(code), ...renderProblem(exampleFailure(code), exampleRequestId) }))
    const examples = Object.fromEntries(
      rendered.map(({ row, body }) => [row.code, { summary: row.title, value: JSON.parse(body) }]),
    )
    return [
      status,
      {
        description: Array.from(new Set(rendered.map(({ row }) => `\`${row.code}\`: ${row.title}`))).join(' '),
        headers: describedHeaders(
          ...rendered.flatMap(({ headers }) => Object.keys(headers).filter((name) => name !== 'Content-Type')),
        ),
        content: { [mediaType]: { schema: problemSchema, examples } },
      },
    ]
  })
  return Object.fromEntries(responses) as ResponsesOf<Codes[number]>
}

type ProblemResponse<Code extends FailureCode> = { [C in Code]: TypedResponse<BodyOf<C>, StatusOf<C>, 'json'> }[Code]

/** Answers with one failure. Its type names the code, so a route that did not declare it does not compile. */
export function problem<Failed extends Failure>(context: SurfaceContext, failure: Failed) {
  const { status, headers, body } = renderProblem(failure, context.get('requestId'))
  return answer(context, body, status, headers) as Response & ProblemResponse<Failed['code']>
}
