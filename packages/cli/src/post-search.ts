import { failureTextWithHint } from '@ken/presentation'
import { CommandFailed, type ErrorCode } from './command-failed.ts'

/** The response body, unchanged. */
export type SearchAnswer = {
  readonly results: readonly {
    readonly title: string
    readonly snippet: string
    /** Missing in a response of an older Ken. */
    readonly marks?: readonly { readonly start: number; readonly end: number }[]
    readonly source: string
    readonly url: string
    readonly score: number
  }[]
  readonly degraded: boolean
}

type Question = {
  readonly query: string
  readonly limit: number | undefined
  readonly sources: readonly string[] | undefined
}

const patienceMs = 10_000

/** Calls `POST /public/v1/search`. Any failure ends the command with advice. */
export async function postSearch(
  url: string,
  key: string,
  question: Question,
): Promise<SearchAnswer> {
  const response = await send(url, key, question)
  const body: unknown = await response.json().catch(() => null)
  if (response.ok && isSearchAnswer(body)) return body
  throw refusal(url, response, body)
}

/** Error codes of a connection that could not be opened. */
const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
])

async function send(url: string, key: string, question: Question): Promise<Response> {
  try {
    return await fetch(`${url}/public/v1/search`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        Accept: 'application/json',
      },
      body: JSON.stringify(question),
      // A redirect could send the key elsewhere or lose the query.
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      throw new CommandFailed(
        `${url} did not respond within ${patienceMs / 1_000} s. Try again, or look at its logs.`,
        {
          code: 'unavailable',
        },
      )
    }
    const cause = error instanceof Error ? error.cause : null
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : null
    if (reason !== null && !unreachable.has(reason)) {
      throw new CommandFailed(
        `The server at ${url} responded, but it is not Ken (${reason}). Set Ken's address with --url.`,
      )
    }
    const words = `Nothing responds at ${url}${reason === null ? '' : ` (${reason})`}`
    throw new CommandFailed(`${words}. Set Ken's address with --url, or start it with: ken start`, {
      code: 'unavailable',
    })
  }
}

/** Error codes for scripts, by status, for responses without a special message. */
const codes: ReadonlyMap<number, ErrorCode> = new Map([
  [400, 'search.invalid'],
  [422, 'search.invalid'],
  [503, 'unavailable'],
])

function refusal(url: string, { status, headers }: Response, body: unknown): CommandFailed {
  if (status >= 300 && status < 400) {
    return new CommandFailed(
      `${url} redirects to: ${headers.get('Location') ?? 'an unknown address'}. Use that address with --url.`,
    )
  }
  const { code, detail, title, errors } = problemOf(body)
  if (status === 401)
    return new CommandFailed(failureTextWithHint({ code: 'key.refused' }), { code: 'key.refused' })
  if (status === 429) {
    const message = `The key has used its requests for now. Try again in ${headers.get('Retry-After') ?? 60} s.`
    return new CommandFailed(message, { code: 'key.rate_limited' })
  }
  if (code !== null)
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

function isSearchAnswer(body: unknown): body is SearchAnswer {
  if (typeof body !== 'object' || body === null || !('results' in body) || !('degraded' in body))
    return false
  return (
    typeof body.degraded === 'boolean' &&
    Array.isArray(body.results) &&
    body.results.every(isSearchResult)
  )
}

const isSearchResult = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ['title', 'snippet', 'source', 'url'].every(
    (name) => typeof Reflect.get(value, name) === 'string',
  ) &&
  typeof Reflect.get(value, 'score') === 'number' &&
  (!('marks' in value) || (Array.isArray(value.marks) && value.marks.every(isMark)))

const isMark = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ['start', 'end'].every((name) => Number.isInteger(Reflect.get(value, name)))
