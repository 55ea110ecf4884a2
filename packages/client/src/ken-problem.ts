import type { components } from './public-v1.ts'

/** A refusal by the server: RFC 9457, with Ken's `code`. */
export type Problem = components['schemas']['Problem']

/** An invalid field. `pointer` is a JSON pointer into the body, such as `#/email`. */
export type FieldFault = NonNullable<Problem['errors']>[number]

/** The `code` of a response that is not a problem document, such as the error page of a proxy. */
export const unrecognizedCode = 'UNRECOGNIZED'

/**
 * Thrown when the server refuses a request. Check `code`, show `detail`; contains nothing of the
 * request.
 */
export class KenProblem extends Error {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
  /** Empty unless fields of the request are invalid. */
  readonly errors: readonly FieldFault[]
  /** The reason from a closed list, as for `PROBE_FAILED`; null without one. */
  readonly reason: string | null
  /** Empty unless the reasons are a closed list, as for `PASSWORD_REJECTED`. */
  readonly reasons: readonly string[]
  /** For reports to the operator; null if the response did not come from Ken. */
  readonly requestId: string | null
  /** When to retry, in seconds; null if the server did not say. */
  readonly retryAfterSeconds: number | null

  constructor(status: number, problem: Partial<Problem>, retryAfterSeconds: number | null) {
    const detail =
      problem.detail ??
      `The server returned status ${status} without a reason. Check the address of Ken.`
    super(detail)
    this.name = 'KenProblem'
    this.status = status
    this.code = problem.code ?? unrecognizedCode
    this.title = problem.title ?? 'The request failed.'
    this.detail = detail
    this.errors = problem.errors ?? []
    this.reason = problem.reason ?? null
    this.reasons = problem.reasons ?? []
    this.requestId = problem.request_id ?? null
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The problem in a refusal from any server. */
export function problemOf({ status, headers }: Response, text: string): KenProblem {
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') === true
  const retryAfter = headers.get('retry-after') ?? ''
  return new KenProblem(
    status,
    isProblem ? parseProblem(text) : {},
    /^\d+$/.test(retryAfter) ? Number(retryAfter) : null,
  )
}

function parseProblem(text: string): Partial<Problem> {
  try {
    const problem: unknown = JSON.parse(text)
    // The media type guarantees its members.
    return typeof problem === 'object' && problem !== null ? problem : {}
  } catch {
    return {}
  }
}
