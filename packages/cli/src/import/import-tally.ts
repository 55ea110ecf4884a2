import type { ImportVerdict } from '@ken/core'
import type { ReadItem } from '@ken/files'

type ItemKind = Exclude<ImportVerdict['kind'], 'invalid'> | 'skipped' | 'failed'

/**
 * The counts of all items, and of the documents removed because they are not among them. `failed` counts unreadable items
 * and invalid documents.
 */
export type ImportTally = { [Kind in ItemKind | 'removed']: number }

export const emptyTally = (): ImportTally => ({
  created: 0,
  updated: 0,
  unchanged: 0,
  superseded: 0,
  skipped: 0,
  failed: 0,
  removed: 0,
})

/** Receives the progress of an import. */
export type ImportObserver = {
  readonly failed: (position: string, reason: string) => void
  readonly skipped: (position: string, reason: string) => void
  /** `bytes` of the input are finished, including this many stored documents. */
  readonly stored: (documents: number, bytes: number) => void
  /** The input contains this document. */
  readonly contained: (document: { readonly source: string; readonly externalId: string }) => void
}

/** Counts an item that is no document. */
export function countLeftOut(
  { kind, position, reason, bytes }: Exclude<ReadItem, { readonly kind: 'document' }>,
  { tally, observer }: { readonly tally: ImportTally; readonly observer: ImportObserver },
): void {
  tally[kind] += 1
  observer[kind](position, reason)
  observer.stored(0, bytes)
}
