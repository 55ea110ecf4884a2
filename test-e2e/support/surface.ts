/** One finding as the public contract shows it. */
export type Finding = { title: string; snippet: string; source: string; url: string; score: number }
export type SearchAnswer = { results: Finding[]; degraded: boolean }

/** Posts JSON and answers the response as it is. */
export const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

/** A search with a key, whatever its outcome. */
export const searchWith = (url: string, key: string, query: string, limit?: number): Promise<Response> =>
  post(`${url}/public/v1/search`, limit === undefined ? { query } : { query, limit }, { authorization: `Bearer ${key}` })

/** The findings of a search that must succeed. */
export async function search(url: string, key: string, query: string, limit?: number): Promise<SearchAnswer> {
  const response = await searchWith(url, key, query, limit)
  if (response.status !== 200) throw new Error(`search answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as SearchAnswer
}
