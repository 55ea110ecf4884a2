import type { Run } from '@ken/composition'
import {
  findUnchangedDocuments,
  importDocuments,
  operator,
  type DocumentFault,
  type DocumentInput,
} from '@ken/core'
import { convertPage, type Page, type ReadItem, type ThreadFileConverter } from '@ken/files'
import { setImmediate } from 'node:timers/promises'
import { valueOf } from '../value-of.ts'
import { countLeftOut, type ImportObserver, type ImportTally } from './import-tally.ts'

type DocumentItem = Extract<ReadItem, { kind: 'document' }>

/** What a page became. */
type Outcome =
  | Exclude<ReadItem, DocumentItem>
  | (Pick<DocumentItem, 'kind' | 'position' | 'bytes'> & { readonly document: DocumentInput })
type Converted = Extract<Outcome, { kind: 'document' }>

/** A document, or a page that becomes one. */
export type BatchItem = DocumentItem | Page

type Counts = {
  readonly tally: ImportTally
  readonly observer: ImportObserver
  /** The import that the batch belongs to. */
  readonly importId: string
  /** Converts large pages. */
  readonly converter: Pick<ThreadFileConverter, 'convertPage'>
}

/**
 * A larger page is converted in a thread that bounds what it costs: some need ten seconds per
 * megabyte, and a document of Word is compressed. For others, the way to the thread would take
 * longer than the conversion.
 */
const inlineBytesMax = 256 * 1024

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
  for (const item of items) {
    const result = item.kind === 'page' ? await convert(item, counts.converter) : item
    if (result.kind === 'document') documents.push(result)
    else countLeftOut(result, counts)
  }
  return documents
}

async function convert(page: Page, converter: Counts['converter']): Promise<Outcome> {
  const { position, bytes } = page
  if (bytes <= inlineBytesMax && page.file.format !== 'word') {
    // Ctrl-C and the progress get a turn between two pages.
    await setImmediate()
    return convertPage(page)
  }
  const outcome = await converter.convertPage(page)
  if (outcome.kind === 'document') return { position, bytes, ...outcome }
  const kind = outcome.kind === 'skipped' ? 'skipped' : 'failed'
  return { position, bytes, kind, reason: outcome.detail }
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
