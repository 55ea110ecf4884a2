import type { SearchIndexWriter } from '../../../ports/knowledge/search-index.ts'
import type { MemoryTables } from '../memory-database.ts'

export const memorySearchIndexWriter = ({ documents, index }: MemoryTables): SearchIndexWriter => ({
  async replace(indexed) {
    for (const { id, title, chunks } of indexed) {
      if (!documents.has(id)) throw new Error(`document ${id} is missing`)
      index.set(id, {
        title,
        passages: chunks.map((chunk) => ({ ...chunk, vectors: new Map(), claims: new Map() })),
      })
    }
  },
})
