import { setTimeout as sleep } from 'node:timers/promises'

/** One result as the public contract shows it. */
export type SearchResult = {
  id: string
  title: string
  snippet: string
  marks: { start: number; end: number }[]
  source: string
  url: string
  updated_at: string | null
  score: number
}
export type SearchAnswer = { results: SearchResult[]; degraded: boolean }

/** Posts JSON and returns the response. */
export const post = (
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Links the sender `U0123` by a code, as a program with a service key does. */
export const linkSender = (
  url: string,
  serviceKey: string,
  code: string | null,
): Promise<Response> =>
  post(
    `${url}/api/v1/surfaces/link`,
    { code, external_id: 'U0123' },
    { authorization: `Bearer ${serviceKey}` },
  )

/**
 * Repeats a request for as long as the server says that it is too busy, after the pause that it asks for. A crowd can be
 * more than a busy machine serves at once; what each of it gets in the end does not depend on the machine.
 */
export async function served(request: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await request()
    const pauseSeconds = response.headers.get('retry-after')
    if (response.status !== 503 || pauseSeconds === null) return response
    await sleep(Number(pauseSeconds) * 1_000)
  }
}

/** A search with a key; it may fail. */
export const searchWith = (
  url: string,
  key: string,
  query: string,
  limit?: number,
): Promise<Response> =>
  post(`${url}/public/v1/search`, limit === undefined ? { query } : { query, limit }, {
    authorization: `Bearer ${key}`,
  })

/** The results of a search that must succeed. */
export async function search(
  url: string,
  key: string,
  query: string,
  limit?: number,
): Promise<SearchAnswer> {
  const response = await searchWith(url, key, query, limit)
  if (response.status !== 200)
    throw new Error(`search answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as SearchAnswer
}
