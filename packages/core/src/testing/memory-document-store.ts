import type { Document, DocumentId } from '../knowledge/document.ts'
import type { Principal } from '../knowledge/principal.ts'
import type { DocumentStore } from '../ports/document-store.ts'
import type { MemoryTables } from './memory-database.ts'

export const memoryDocumentStore = ({ documents: rows }: MemoryTables): DocumentStore => ({
  async upsert(documents, newId) {
    const known = new Map([...rows].map(([id, document]) => [identityOf(document), id]))
    return documents.map((document) => {
      const id = known.get(identityOf(document))
      if (id !== undefined && contentOf(rows.get(id)!) === contentOf(document)) return { id, change: 'unchanged' }
      const written = id ?? (newId() as DocumentId)
      rows.set(written, document)
      return { id: written, change: id === undefined ? 'created' : 'updated' }
    })
  },

  async countBySource() {
    const bySource = Map.groupBy(rows.values(), ({ source }) => source)
    return [...bySource.keys()].toSorted().map((source) => ({ source, documents: bySource.get(source)!.length }))
  },

  async listSources(visibleTo) {
    const visible = [...rows.values()].filter((document) => isAllowed(document, visibleTo))
    return [...new Set(visible.map(({ source }) => source))].toSorted()
  },

  async countAllowing(principal) {
    return [...rows.values()].filter((document) => isAllowed(document, [principal])).length
  },
})

/** Whether the access-control list names one of the principals. */
export const isAllowed = (document: Document, principals: readonly Principal[]): boolean =>
  document.allowed.some((principal) => principals.includes(principal))

const identityOf = ({ source, externalId }: Document): string => JSON.stringify([source, externalId])

const contentOf = ({ title, url, body, allowed, updatedAt }: Document): string =>
  JSON.stringify([title, url, body, allowed, updatedAt])
