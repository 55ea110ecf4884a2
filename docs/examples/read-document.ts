// Prints the whole text of a document, page by page. Starts again when the document changes in the meantime.
//
//   KEN_URL=http://localhost:8080 KEN_API_KEY=ken_… node read-document.ts 0198c0de-6a5b-7c3d-8e4f-1a2b3c4d5e6f
import type { DocumentPage, Problem } from '@ken/client'

const { KEN_URL: url = 'http://localhost:8080', KEN_API_KEY: key = '' } = process.env

/** A page, or null when the document has changed since the first page. */
async function readPage(id: string, query: URLSearchParams): Promise<DocumentPage | null> {
  const address = `${url}/public/v1/documents/${encodeURIComponent(id)}?${query.toString()}`
  const response = await fetch(address, {
    redirect: 'error',
    headers: { authorization: `Bearer ${key}` },
  })
  if (response.ok) return (await response.json()) as DocumentPage
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
  if (isProblem !== true)
    throw new Error(`${url} returned ${response.status}. Check that it is Ken.`)
  const { code, detail } = (await response.json()) as Problem
  if (code === 'DOCUMENT_CHANGED') return null
  throw new Error(`${code}: ${detail}`)
}

/** Reads all pages of one version; null when it has changed. */
async function readOneVersion(id: string): Promise<string | null> {
  let text = ''
  const query = new URLSearchParams()
  for (;;) {
    const page = await readPage(id, query)
    if (page === null) return null
    text += page.text
    if (page.next_offset === null) return text
    query.set('offset', String(page.next_offset))
    query.set('version', page.version)
  }
}

async function readDocument(id: string): Promise<string> {
  for (let tries = 1; tries <= 5; tries += 1) {
    const text = await readOneVersion(id)
    if (text !== null) return text
  }
  throw new Error('The document changes too often. Try again later.')
}

try {
  console.log(await readDocument(process.argv[2] ?? ''))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
