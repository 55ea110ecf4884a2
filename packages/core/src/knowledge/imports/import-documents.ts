import type { Forbidden } from '../../model/accounts/account-errors.ts'
import { isAdministrator, effectiveRoleOf, peekRoleOf } from '../../authorization/effective-role.ts'
import type { SourceBeingRemoved } from '../../model/knowledge/knowledge-errors.ts'
import type { Actor } from '../../model/actor.ts'
import { auditEntry } from '../../model/audit-entry.ts'
import type { Ports, Stores, Transacts } from '../../ports/index.ts'
import { err, ok, type Result } from '../../model/result.ts'
import { recordImports, type ImportedCounts } from './record-imports.ts'
import { chunksOf } from '../../model/knowledge/chunk.ts'
import {
  parseDocument,
  type Document,
  type DocumentFault,
  type DocumentInput,
} from '../../model/knowledge/document.ts'

/** At most `documentsPerImportMax` documents. */
export type ImportDocuments = {
  readonly actor: Actor
  readonly documents: readonly DocumentInput[]
  /** Batches of the same import are one import in the list of sources. */
  readonly importId?: string
}

/** The outcome for one document. `superseded` means that a later document of the batch has the same identity. */
export type ImportVerdict =
  | { readonly kind: 'created' | 'updated' | 'unchanged' | 'superseded' }
  | { readonly kind: 'invalid'; readonly faults: readonly DocumentFault[] }

export const documentsPerImportMax = 500

/**
 * Creates or replaces documents by (source, external id) and indexes those with new text, in one transaction. Repeating a
 * batch changes nothing. An invalid document is reported and does not affect the others. Returns one verdict per
 * document, in order. Refuses the batch while a source of it is being removed.
 */
export async function importDocuments(
  ports: Pick<Ports, 'ids'> &
    Transacts<'accounts' | 'audit' | 'documents' | 'now' | 'searchIndex' | 'sources'>,
  { actor, documents, importId }: ImportDocuments,
): Promise<Result<readonly ImportVerdict[], Forbidden | SourceBeingRemoved>> {
  if (documents.length > documentsPerImportMax)
    throw new RangeError(`at most ${documentsPerImportMax} documents per import`)
  const parsed = documents.map((input) => parseDocument(input))
  const last = new Map(
    parsed.filter(isDocument).map((document) => [identityOf(document), document]),
  )

  return ports.transact(async (stores) => {
    if (!isAdministrator(await peekRoleOf(stores, actor))) return err({ code: 'account.forbidden' })
    const removed = await stores.sources.holdForImport(sourcesOf([...last.values()]))
    if (removed.length > 0) return err({ code: 'knowledge.source_being_removed', sources: removed })
    const changes = await store(ports, stores, [...last.values()])
    if (!isAdministrator(await effectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const counts = upsertedIn(changes)
    for (const { source, upserted } of counts)
      if (upserted > 0)
        await stores.audit.append(
          auditEntry(actor, 'knowledge.import', `source:${source}`, { changed: upserted }),
        )
    await recordImports(stores, actor, importId, counts)

    return ok(
      parsed.map((document): ImportVerdict => {
        if (!isDocument(document)) return { kind: 'invalid', faults: document }
        return { kind: changes.get(document) ?? 'superseded' }
      }),
    )
  })
}

async function store(
  ports: Pick<Ports, 'ids'>,
  { documents, searchIndex }: Pick<Stores, 'documents' | 'searchIndex'>,
  batch: readonly Document[],
) {
  const upserted = await documents.upsert(batch, () => ports.ids.newId())
  const results = batch.map((document, position) => ({ document, ...upserted[position]! }))
  const changed = results.filter(({ hasNewText }) => hasNewText)
  for (const part of partsOf(changed))
    await searchIndex.replace(
      part.map(({ id, document: { externalId, title, body } }) => ({
        id,
        externalId,
        title,
        chunks: chunksOf(body),
      })),
    )
  return new Map(results.map(({ document, change }) => [document, change]))
}

/** Dividing more text into passages at a time would keep other requests waiting. */
const charactersPerPart = 500_000

/** The documents in order, in parts of this size; a longer document is alone. */
function partsOf<Stored extends { readonly document: Document }>(
  documents: readonly Stored[],
): readonly (readonly Stored[])[] {
  const parts: Stored[][] = []
  let characters = Infinity
  for (const stored of documents) {
    characters += stored.document.body.length
    if (characters > charactersPerPart) {
      parts.push([])
      characters = stored.document.body.length
    }
    parts.at(-1)?.push(stored)
  }
  return parts
}

/** The number of documents that were created or updated, by source. */
function upsertedIn(
  changes: ReadonlyMap<Document, 'created' | 'updated' | 'unchanged'>,
): readonly ImportedCounts[] {
  const bySource = Map.groupBy(changes, ([{ source }]) => source)
  return [...bySource].map(([source, ofSource]) => ({
    source,
    upserted: ofSource.filter(([, change]) => change !== 'unchanged').length,
    removed: 0,
  }))
}

const sourcesOf = (documents: readonly Document[]) => [
  ...new Set(documents.map(({ source }) => source)),
]

const isDocument = (parsed: Document | readonly DocumentFault[]): parsed is Document =>
  'externalId' in parsed

const identityOf = (document: Document): string =>
  JSON.stringify([document.source, document.externalId])
