import { jsonOf } from './call-ken.ts'
import { refusalOf, sendQuestion } from './send-question.ts'

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
  const response = await sendQuestion(url, key, { operation: 'search', body: question, patienceMs })
  const body = await jsonOf(url, response)
  if (response.ok && isSearchAnswer(body)) return body
  throw refusalOf(url, response, body)
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
