// Searches with an API key, and prints what the owner of the key may see. Waits when a limit is reached.
//
//   ken keys create --email ada@example.com --name search
//   KEN_URL=http://localhost:8080 KEN_API_KEY=ken_… node search.ts how do I rotate a key
import type { Problem, SearchAnswer } from '@ken/client'
import { setTimeout as sleep } from 'node:timers/promises'

const { KEN_URL: url = 'http://localhost:8080', KEN_API_KEY: key = '' } = process.env

async function search(query: string): Promise<SearchAnswer> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(`${url}/public/v1/search`, {
      method: 'POST',
      // Ken never redirects. Following a redirect would send the key to another server.
      redirect: 'error',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, limit: 3 }),
    })
    if (response.ok) return (await response.json()) as SearchAnswer
    const seconds = response.headers.get('retry-after')
    if (seconds === null || tries === 3) throw new Error(await reasonOf(response))
    await sleep(Number(seconds) * 1_000)
  }
}

async function reasonOf(response: Response): Promise<string> {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
  if (isProblem !== true) return `${url} returned ${response.status}. Check that it is Ken.`
  const { code, detail, request_id, errors = [] } = (await response.json()) as Problem
  // A pointer such as `#/query` names a field of the body.
  const faults = errors.map((field) => `\n  ${field.pointer} ${field.detail}`)
  return `${code}: ${detail} (request ${request_id})${faults.join('')}`
}

try {
  const { results, degraded } = await search(process.argv.slice(2).join(' '))
  if (degraded) console.log('Semantic search is unavailable: these are matches of words.')
  for (const { title, url: address, snippet } of results)
    console.log(`${title}\n  ${address}\n  ${snippet.replaceAll('\n', ' ')}`)
  if (results.length === 0) console.log('There are no results.')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
