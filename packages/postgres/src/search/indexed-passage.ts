import { analyzePassage, impactOf, type AnalyzedText, type DocumentId } from '@ken/core/ports'
import { hash } from 'node:crypto'

/** A row of `passage_terms` without its readers; arrays in the notation of Postgres. */
export type PassageRow = {
  readonly documentId: DocumentId
  readonly ordinal: number
  readonly place: number
  readonly level: number
  readonly terms: string
  readonly impacts: string
}

const levelMax = 11

/** Computes what the index stores of a passage. */
export function indexedPassage(
  documentId: DocumentId,
  ordinal: number,
  text: AnalyzedText,
): PassageRow {
  const { frequencies, length } = analyzePassage(text)
  const impacts = new Map<number, number>()
  for (const [term, frequency] of frequencies) {
    const id = termId(term)
    impacts.set(id, Math.max(1, impactOf(frequency, length), impacts.get(id) ?? 0))
  }
  const sorted = [...impacts].toSorted(([left], [right]) => left - right)
  const place = hash('sha256', `${documentId} ${ordinal}`, 'buffer').readUInt32BE() >>> 1
  return {
    documentId,
    ordinal,
    place,
    level: Math.min(levelMax, Math.clz32(place) - 1),
    terms: `{${sorted.map(([id]) => id).join()}}`,
    impacts: `\\x${Buffer.from(sorted.map(([, impact]) => impact)).toString('hex')}`,
  }
}

const termIds = new Map<string, number>()
const termIdsMax = 100_000

/** A signed 32-bit hash of a term. Terms that share one are found together. */
export function termId(term: string): number {
  const known = termIds.get(term)
  if (known !== undefined) return known
  const id = hash('sha256', term, 'buffer').readInt32BE()
  if (termIds.size >= termIdsMax) termIds.clear()
  termIds.set(term, id)
  return id
}
