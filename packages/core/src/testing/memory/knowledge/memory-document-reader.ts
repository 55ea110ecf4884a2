import { createHash } from 'node:crypto'
import { documentAddress } from '../../../model/knowledge/document-address.ts'
import type { DocumentReader } from '../../../ports/knowledge/document-reader.ts'
import type { MemoryDatabase } from '../memory-database.ts'
import { isAllowed } from '../stores/knowledge/memory-document-store.ts'

export const memoryDocumentReader = (database: MemoryDatabase): DocumentReader => ({
  async findVisible(id, { principals, sources }) {
    const document = database.tables.documents.get(id)
    if (document === undefined || !isAllowed(document, principals)) return null
    const { title, source, body, updatedAt, url } = document
    if (sources !== null && !sources.includes(source)) return null
    const seen = { title, source, body, updatedAt, url: documentAddress(id, url) }
    const version = createHash('sha256').update(JSON.stringify(seen)).digest('hex').slice(0, 32)
    return { id, ...seen, version }
  },
})
