import { CommandFailed } from './command-failed.ts'
import { failureText } from './failures.ts'

/** The body of SPEC 2.2, as it came. */
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
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
    throw new CommandFailed(`Nothing answers at ${url}${code}. Start Ken with: pnpm start, or give its address with --url.`, {
      code: 'unavailable',
    })
  }
}

function refusal(url: string, { status, headers }: Response, body: unknown): CommandFailed {
  if (status >= 300 && status < 400) {
    return new CommandFailed(
      `${url} leads elsewhere: ${headers.get('Location') ?? 'it does not say where'}. Give that address with --url.`,
    )
  }
  const { code, detail, title } = problemOf(body)
  const failed = (message: string, fallback = 'failed') => new CommandFailed(message, { code: code ?? fallback })
  if (status === 401) return failed(failureText({ code: 'key.refused' }))
  if (status === 429) return failed(`The key has used its requests for now. Try again in ${headers.get('Retry-After') ?? 60} s.`)
  if (code !== null) return failed(detail ?? title ?? `Ken answered ${status}.`)
  return failed(`What answers at ${url} is no Ken (status ${status}). Give its address with --url.`)
}

function problemOf(body: unknown) {
  const text = (name: string): string | null => {
    const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null
    return typeof value === 'string' ? value : null
  }
  return { code: text('code'), detail: text('detail'), title: text('title') }
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
