import { failureTextWithHint } from '@ken/presentation'
import { callKen, type Patience } from './call-ken.ts'
import { CommandFailed, type ErrorCode } from './command-failed.ts'

export type SentQuestion = Patience & {
  readonly operation: 'search' | 'ask'
  readonly body: object
}

/** Sends a question to an operation of the public contract. Without any response the command fails with advice. */
export const sendQuestion = (
  url: string,
  key: string,
  { operation, body, ...patience }: SentQuestion,
): Promise<Response> =>
  callKen(
    url,
    `/public/v1/${operation}`,
    {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        Accept:
          patience.isStream === true ? 'application/json, text/event-stream' : 'application/json',
      },
      body: JSON.stringify(body),
    },
    patience,
  )

/** What a result without semantic search means for people. */
export const degradedText = 'Keyword search only: the embedder did not respond.'

/** Error codes for scripts, by status, for responses without a special message. */
const codes: ReadonlyMap<number, ErrorCode> = new Map([
  [400, 'search.invalid'],
  [422, 'search.invalid'],
  [503, 'unavailable'],
])

/** Why a response is no answer, with advice. */
export function refusalOf(
  url: string,
  { status, headers }: Response,
  body: unknown,
): CommandFailed {
  if (status >= 300 && status < 400) {
    return new CommandFailed(
      `${url} redirects to: ${headers.get('Location') ?? 'an unknown address'}. Use that address with --url.`,
    )
  }
  const { code, detail, title, errors } = problemOf(body)
  if (status === 401)
    return new CommandFailed(failureTextWithHint({ code: 'key.refused' }), { code: 'key.refused' })
  if (status === 429) {
    const message = `The key has reached its request limit. Try again in ${headers.get('Retry-After') ?? 60} s.`
    return new CommandFailed(detail ?? message, { code: 'key.rate_limited' })
  }
  // Ken, but not where its operations are: the address has a path too many or too few.
  const isElsewhere = status === 404 || status === 405
  if (code !== null && !isElsewhere)
    return new CommandFailed(errors ?? detail ?? title ?? `Ken returned ${status}.`, {
      code: codes.get(status) ?? 'failed',
    })
  return new CommandFailed(
    `The server at ${url} is not Ken (status ${status}). Set Ken's address with --url.`,
  )
}

function problemOf(body: unknown) {
  const text = (name: string): string | null => {
    const value: unknown =
      typeof body === 'object' && body !== null ? Reflect.get(body, name) : null
    return typeof value === 'string' ? value : null
  }
  return {
    code: text('code'),
    detail: text('detail'),
    title: text('title'),
    errors: faultsOf(body),
  }
}

/** The invalid fields as text; null if there are none. */
function faultsOf(body: unknown): string | null {
  const errors: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'errors') : null
  if (!Array.isArray(errors)) return null
  const faults = errors.flatMap((fault: unknown) => {
    if (
      typeof fault !== 'object' ||
      fault === null ||
      !('pointer' in fault) ||
      !('detail' in fault)
    )
      return []
    return [`The ${String(fault.pointer).replace(/^#\//, '')} ${String(fault.detail)}.`]
  })
  return faults.length === 0 ? null : faults.join(' ')
}
