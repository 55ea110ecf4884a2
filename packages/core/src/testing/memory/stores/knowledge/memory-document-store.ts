import type { Document, DocumentId } from '../../../../model/knowledge/document.ts'
import type { Principal } from '../../../../model/knowledge/principal.ts'
import type {
  DocumentStore,
  FingerprintedDocument,
} from '../../../../ports/stores/knowledge/document-store.ts'
import type { MemoryTables } from '../../memory-database.ts'

export function memoryDocumentStore({ documents: rows, index }: MemoryTables): DocumentStore {
  const removeWhere = (isRemoved: (document: Document) => boolean): number => {
    const removed = [...rows].filter(([, document]) => isRemoved(document))
    for (const [id] of removed) {
      rows.delete(id)
      index.delete(id)
    }
    return removed.length
  }
  return {
    async upsert(documents, newId) {
      const ids = new Map([...rows].map(([id, document]) => [identityOf(document), id]))
      return documents.map((document) => {
        const known = ids.get(identityOf(document))
        const id = known ?? (newId() as DocumentId)
        const before = rows.get(id)
        if (before !== undefined && contentOf(before) === contentOf(document)) {
          const fingerprint = document.fingerprint ?? before.fingerprint
          if (fingerprint !== before.fingerprint) rows.set(id, { ...before, fingerprint })
          return { id, change: 'unchanged', hasNewText: false }
        }
        rows.set(id, document)
        const hasNewText = before?.title !== document.title || before.body !== document.body
        return { id, change: before === undefined ? 'created' : 'updated', hasNewText }
      })
    },

    async haveFingerprints(documents) {
      const stored = new Map(
        [...rows.values()].map((document) => [identityOf(document), document.fingerprint]),
      )
      return documents.map((document) => stored.get(identityOf(document)) === document.fingerprint)
    },

    async listAllBut(source, externalIds) {
      const kept = new Set(externalIds)
      return [...rows.values()].flatMap((document) =>
        document.source === source && !kept.has(document.externalId) ? [document.externalId] : [],
      )
    },

    async remove(source, externalIds) {
      const named = new Set(externalIds)
      return removeWhere((document) => document.source === source && named.has(document.externalId))
    },

    async removeSome(source, countMax) {
      let left = countMax
      removeWhere((document) => document.source === source && left-- > 0)
      return [...rows.values()].some((document) => document.source === source)
    },

    async countIn(source) {
      return [...rows.values()].filter((document) => document.source === source).length
    },

    async listSources(visibleTo) {
      const visible = [...rows.values()].filter((document) => isAllowed(document, visibleTo))
      return [...new Set(visible.map(({ source }) => source))].toSorted()
    },

    async findVisible(ids, { principals, sources }) {
      return new Set(
        ids.filter((id) =>
          [rows.get(id)].some(
            (document) =>
              document &&
              isAllowed(document, principals) &&
              (sources === null || sources.includes(document.source)),
          ),
        ),
      )
    },

    async countAllowing(principal) {
      return [...rows.values()].filter((document) => isAllowed(document, [principal])).length
    },
  }
}

/** Whether the access-control list names one of the principals. */
export const isAllowed = (document: Document, principals: readonly Principal[]): boolean =>
  document.allowed.some((principal) => principals.includes(principal))

const identityOf = ({
  source,
  externalId,
}: Pick<FingerprintedDocument, 'source' | 'externalId'>): string =>
  JSON.stringify([source, externalId])

const contentOf = ({ title, url, body, allowed, updatedAt }: Document): string =>
  JSON.stringify([title, url, body, allowed, updatedAt])
