import { CommandFailed, type ErrorCode } from './command-failed.ts'
import { failureText } from './failures.ts'

/** The body of the response, as it came. */
export type SearchAnswer = {
  readonly results: readonly {
    readonly title: string
    readonly snippet: string
    readonly source: string
    readonly url: string
    readonly score: number
  }[]
  readonly degraded: boolean
}

type Question = { readonly query: string; readonly limit: number | undefined }

const patienceMs = 10_000

/** Asks `POST /public/v1/search`. Whatever goes wrong ends the command with what to do about it. */
export async function postSearch(url: string, key: string, question: Question): Promise<SearchAnswer> {
  const response = await send(url, key, question)
  const body: unknown = await response.json().catch(() => null)
  if (response.ok && isSearchAnswer(body)) return body
  throw refusal(url, response, body)
}

/** Reasons for which no connection came about. */
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
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(question),
      // Followed blindly, a redirection could carry the key elsewhere or lose the question.
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      throw new CommandFailed(`${url} did not answer within ${patienceMs / 1_000} s. Try again, or look at its logs.`, {
        code: 'unavailable',
      })
    }
    const cause = error instanceof Error ? error.cause : null
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : null
    if (reason !== null && !unreachable.has(reason)) {
      throw new CommandFailed(`What is at ${url} answered, but not as Ken does (${reason}). Give Ken's address with --url.`)
    }
    const words = `Nothing answers at ${url}${reason === null ? '' : ` (${reason})`}`
    throw new CommandFailed(`${words}. Give Ken's address with --url, or start it with: ken start`, { code: 'unavailable' })
  }
}

/** What a status of Ken means for scripts, beside those that have a sentence of their own. */
const codes: ReadonlyMap<number, ErrorCode> = new Map([
  [400, 'search.invalid'],
  [422, 'search.invalid'],
  [503, 'unavailable'],
])

function refusal(url: string, { status, headers }: Response, body: unknown): CommandFailed {
  if (status >= 300 && status < 400) {
    return new CommandFailed(
      `${url} leads elsewhere: ${headers.get('Location') ?? 'it does not say where'}. Give that address with --url.`,
    )
  }
  const { code, detail, title, errors } = problemOf(body)
  if (status === 401) return new CommandFailed(failureText({ code: 'key.refused' }), { code: 'key.refused' })
  if (status === 429) {
    const message = `The key has used its requests for now. Try again in ${headers.get('Retry-After') ?? 60} s.`
    return new CommandFailed(message, { code: 'key.rate_limited' })
  }
  if (code !== null)
    return new CommandFailed(errors ?? detail ?? title ?? `Ken answered ${status}.`, { code: codes.get(status) ?? 'failed' })
  return new CommandFailed(`What answers at ${url} is no Ken (status ${status}). Give its address with --url.`)
}

function problemOf(body: unknown) {
  const text = (name: string): string | null => {
    const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null
    return typeof value === 'string' ? value : null
  }
  return { code: text('code'), detail: text('detail'), title: text('title'), errors: faultsOf(body) }
}

/** What is wrong with which field, as words; null where no field is at fault. */
function faultsOf(body: unknown): string | null {
  const errors: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'errors') : null
  if (!Array.isArray(errors)) return null
  const faults = errors.flatMap((fault: unknown) => {
    if (typeof fault !== 'object' || fault === null || !('pointer' in fault) || !('detail' in fault)) return []
    return [`The ${String(fault.pointer).replace(/^#\//, '')} ${String(fault.detail)}.`]
  })
  return faults.length === 0 ? null : faults.join(' ')
}

function isSearchAnswer(body: unknown): body is SearchAnswer {
  if (typeof body !== 'object' || body === null || !('results' in body) || !('degraded' in body)) return false
  return typeof body.degraded === 'boolean' && Array.isArray(body.results) && body.results.every(isFinding)
}

const isFinding = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ['title', 'snippet', 'source', 'url'].every((name) => typeof Reflect.get(value, name) === 'string') &&
  typeof Reflect.get(value, 'score') === 'number'
