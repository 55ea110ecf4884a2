import type { SourceStore } from '../../../ports/stores/source-store.ts'
import type { MemoryTables } from '../memory-database.ts'

export const memorySourceStore = ({ sourceRemovals: rows }: MemoryTables): SourceStore => ({
  holdForImport: async (sources) => sources.filter((source) => rows.has(source)),

  async startRemoval(source, requestedAt) {
    if (rows.has(source)) return false
    rows.set(source, requestedAt)
    return true
  },

  lockRemoval: async (source) => rows.has(source),

  async endRemoval(source) {
    rows.delete(source)
  },

  listRemovals: async () =>
    [...rows.keys()].toSorted().map((source) => ({ source, requestedAt: rows.get(source)! })),
})
