import type { Document, Source } from '../../../../model/knowledge/document.ts'
import type { SourceCounts, SourceStore } from '../../../../ports/stores/knowledge/source-store.ts'
import type { MemoryTables, Passage } from '../../memory-database.ts'

export function memorySourceStore(tables: MemoryTables): SourceStore {
  const { accounts, documents, index, sourceImports, sourceRemovals: removals } = tables
  return {
    holdForImport: async (sources) => sources.filter((source) => removals.has(source)),

    async startRemoval(source, requestedAt) {
      if (removals.has(source)) return false
      removals.set(source, requestedAt)
      return true
    },

    lockRemoval: async (source) => removals.has(source),

    async endRemoval(source) {
      removals.delete(source)
      sourceImports.delete(source)
    },

    listRemovals: async () =>
      [...removals.keys()]
        .toSorted()
        .map((source) => ({ source, requestedAt: removals.get(source)! })),

    async listCounts(model) {
      const rows = [...documents].map(([id, document]) => ({
        document,
        passages: index.get(id)?.passages ?? [],
      }))
      return [...Map.groupBy(rows, ({ document }) => document.source)]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([source, ofSource]) => countsOf(source, ofSource, model))
    },

    async recordImports(parts) {
      for (const { importId, upserted, removed, ...part } of parts) {
        const last = sourceImports.get(part.source)
        const before = importId !== null && last?.importId === importId ? last : null
        sourceImports.set(part.source, {
          ...part,
          importId,
          upserted: upserted + (before?.upserted ?? 0),
          removed: removed + (before?.removed ?? 0),
        })
      }
    },

    listImports: async () =>
      [...sourceImports.values()]
        .toSorted((one, other) => (one.source < other.source ? -1 : 1))
        .map(({ source, at, by, upserted, removed }) => ({
          source,
          at,
          isByOperator: by === null,
          byEmail: (by === null ? null : accounts.get(by)?.email) ?? null,
          upserted,
          removed,
        })),
  }
}

type Counted = { readonly document: Document; readonly passages: readonly Passage[] }

function countsOf(source: Source, rows: readonly Counted[], model: string | null): SourceCounts {
  const passages = rows.flatMap((row) => row.passages)
  const naming = (start: string) =>
    rows.filter(({ document }) => document.allowed.some((name) => name.startsWith(start))).length
  return {
    source,
    documents: rows.length,
    passages: passages.length,
    embedded: passages.filter(({ vectors }) => model !== null && vectors.has(model)).length,
    allowed: {
      everyone: naming('everyone'),
      roles: naming('role:'),
      groups: naming('group:'),
      persons: naming('user:'),
    },
  }
}
