import type { components } from './public-v1.ts'

/** A refusal as the server writes it: RFC 9457, with Ken's `code`. */
export type Problem = components['schemas']['Problem']

/** What is wrong with one field. `pointer` is a JSON pointer into the body, such as `#/email`. */
export type FieldFault = NonNullable<Problem['errors']>[number]

/** The `code` of an answer that is no problem document, such as the error page of a proxy. */
export const unrecognizedCode = 'UNRECOGNIZED'

/** Thrown when the server refuses a request. Ask `code`, show `detail`; holds nothing of what was sent. */
export class KenProblem extends Error {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
  /** Empty unless fields of the request are at fault. */
  readonly errors: readonly FieldFault[]
  /** Empty unless a closed list says why, as for `PASSWORD_REJECTED`. */
  readonly reasons: readonly string[]
  /** What to quote to whoever runs the server; null when the answer did not come from Ken. */
  readonly requestId: string | null
  /** When to try again, in seconds; null when the server did not say. */
  readonly retryAfterSeconds: number | null

  constructor(status: number, problem: Partial<Problem>, retryAfterSeconds: number | null) {
    const detail =
      problem.detail ?? `The server answered with status ${status} and no reason. Check that the address is that of Ken.`
    super(detail)
    this.name = 'KenProblem'
    this.status = status
    this.code = problem.code ?? unrecognizedCode
    this.title = problem.title ?? 'The request failed.'
    this.detail = detail
    this.errors = problem.errors ?? []
    this.reasons = problem.reasons ?? []
    this.requestId = problem.request_id ?? null
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The problem in a refusal, whoever wrote it. */
export function problemOf({ status, headers }: Response, text: string): KenProblem {
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') === true
  const retryAfter = headers.get('retry-after') ?? ''
  return new KenProblem(status, isProblem ? parseProblem(text) : {}, /^\d+$/.test(retryAfter) ? Number(retryAfter) : null)
}

function parseProblem(text: string): Partial<Problem> {
  try {
    const problem: unknown = JSON.parse(text)
    // Its members are what the media type promises.
    return typeof problem === 'object' && problem !== null ? problem : {}
  } catch {
    return {}
  }
}
