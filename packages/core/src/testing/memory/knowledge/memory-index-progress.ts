import type { DocumentId } from '../../../model/knowledge/document.ts'
import type { SearchIndex } from '../../../ports/knowledge/search-index.ts'
import type { MemoryDatabase } from '../memory-database.ts'

/** Every document is in the index. A rebuild only counts. */
export function memoryIndexProgress(
  database: MemoryDatabase,
): Pick<SearchIndex, 'indexPending' | 'indexProgress' | 'reindex'> {
  let last: DocumentId | null = null
  let reindexed = 0
  return {
    indexPending: async () => null,

    async indexProgress() {
      const documents = database.tables.documents.size
      return { indexed: documents, documents, reindexed: last === null ? null : reindexed }
    },

    async reindex(limit) {
      const { documents } = database.tables
      const ids = [...documents.keys()].toSorted().filter((id) => last === null || id > last)
      const next = ids.slice(0, limit)
      const state = {
        reindexed: reindexed + next.length,
        documents: documents.size,
        isComplete: next.length === 0,
      }
      last = next.at(-1) ?? null
      reindexed = state.isComplete ? 0 : state.reindexed
      return state
    },
  }
}
