import type { Run } from '@ken/composition'
import {
  findUnchangedDocuments,
  importDocuments,
  operator,
  type DocumentFault,
  type DocumentInput,
} from '@ken/core'
import type { ConvertedPage, Page, PageConverter, ReadItem } from '@ken/files'
import { valueOf } from '../value-of.ts'
import { countLeftOut, type ImportObserver, type ImportTally } from './import-tally.ts'

type DocumentItem = Extract<ReadItem, { kind: 'document' }>

type Converted = Extract<ConvertedPage, { kind: 'document' }>

/** A document, or a page that becomes one. */
export type BatchItem = DocumentItem | Page

type Counts = {
  readonly tally: ImportTally
  readonly observer: ImportObserver
  /** The import that the batch belongs to. */
  readonly importId: string
  readonly converter: Pick<PageConverter, 'convert'>
}

/** The source and external id of an item, as one text. */
export const identityOf = (item: BatchItem): string => {
  const { source, externalId } = item.kind === 'page' ? item : item.document
  return JSON.stringify([source, externalId])
}

/**
 * Converts the pages of a batch that changed, and stores them and its documents. Only the last item of a document counts
 * as unchanged, and then supersedes the earlier ones.
 */
export async function storeBatch(
  run: Run,
  items: readonly BatchItem[],
  counts: Counts,
): Promise<void> {
  const unchanged = await findUnchanged(run, items)
  const finished = items.filter((item) => unchanged.has(identityOf(item)))
  for (const item of finished) {
    const isLast = unchanged.get(identityOf(item)) === item
    counts.tally[isLast ? 'unchanged' : 'superseded'] += 1
    counts.observer.contained(item.kind === 'page' ? item : item.document)
  }
  counts.observer.stored(finished.length, sumOfBytes(finished))
  const rest = items.filter((item) => !unchanged.has(identityOf(item)))
  await storeDocuments(run, await documentsOf(rest, counts), counts)
}

/** The pages that Ken has as they are, by identity. */
async function findUnchanged(
  run: Run,
  items: readonly BatchItem[],
): Promise<ReadonlyMap<string, Page>> {
  const last = new Map(items.map((item) => [identityOf(item), item]))
  const pages = [...last.values()].filter((item) => item.kind === 'page')
  if (pages.length === 0) return new Map()
  const documents = pages.map(({ source, externalId, fingerprint }) => ({
    source,
    externalId,
    fingerprint,
  }))
  const areUnchanged = valueOf(await run(findUnchangedDocuments, { actor: operator, documents }))
  return new Map(
    pages.filter((_, index) => areUnchanged[index]).map((page) => [identityOf(page), page]),
  )
}

/** The documents of these items, in their order. Counts pages that are none. */
async function documentsOf(
  items: readonly BatchItem[],
  counts: Counts,
): Promise<readonly Converted[]> {
  const documents: Converted[] = []
  const pages = counts.converter.convert(items.filter((item) => item.kind === 'page'))
  for (const item of items) {
    const result = item.kind === 'page' ? (await pages.next()).value! : item // One per page.
    if (result.kind === 'document') documents.push(result)
    else countLeftOut(result, counts)
  }
  return documents
}

async function storeDocuments(
  run: Run,
  items: readonly Converted[],
  { tally, observer, importId }: Counts,
): Promise<void> {
  if (items.length === 0) return
  const documents: readonly DocumentInput[] = items.map(({ document }) => document)
  const verdicts = valueOf(await run(importDocuments, { actor: operator, documents, importId }))
  let stored = 0
  for (const [index, verdict] of verdicts.entries()) {
    const { position, document } = items[index]! // One outcome per document, in order.
    observer.contained(document)
    if (verdict.kind === 'invalid') {
      tally.failed += 1
      observer.failed(position, verdict.faults.map(faultText).join('; '))
    } else {
      tally[verdict.kind] += 1
      stored += 1
    }
  }
  observer.stored(stored, sumOfBytes(items))
}

const sumOfBytes = (items: readonly Pick<BatchItem, 'bytes'>[]): number =>
  items.reduce((sum, { bytes }) => sum + bytes, 0)

/** Field names as in the import format. */
const faultText = ({ field, detail }: DocumentFault): string =>
  `${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}: ${detail}`
