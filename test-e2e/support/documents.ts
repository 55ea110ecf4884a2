import type { Server } from './ken-program.ts'
import { post } from './surface.ts'

const documentsPerRequest = 500

/** Imports new documents as an administrator, through a running server. */
export async function importDocuments(
  { url }: Pick<Server, 'url'>,
  headers: Readonly<Record<string, string>>,
  documents: readonly object[],
): Promise<void> {
  const path = `${url}/api/v1/admin/knowledge/documents`
  for (let from = 0; from < documents.length; from += documentsPerRequest) {
    const batch = documents.slice(from, from + documentsPerRequest)
    const response = await post(path, { documents: batch }, headers)
    const text = await response.text()
    const created = text.match(/"verdict":"created"/g) ?? []
    if (created.length !== batch.length) throw new Error(text)
  }
}
