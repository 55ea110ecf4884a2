import { impactOf, recentlyUsed, type DocumentId, type PassageTerms } from '@ken/core/ports'
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
  { frequencies, length }: PassageTerms,
): PassageRow {
  const entries = new Float64Array(frequencies.size)
  let count = 0
  for (const [term, frequency] of frequencies) {
    entries[count] = entryOf(termId(term), Math.max(1, impactOf(frequency, length)))
    count += 1
  }
  entries.sort()
  let terms = ''
  const impacts = Buffer.allocUnsafe(count)
  let written = 0
  for (const [at, entry] of entries.entries()) {
    const id = idOf(entry)
    // Of terms with one id the highest impact counts, which comes last.
    if (at + 1 < count && idOf(entries[at + 1]!) === id) continue
    terms += written === 0 ? id : `,${id}`
    impacts[written] = entry - id * impactsMax
    written += 1
  }
  const place = hash('sha256', `${documentId} ${ordinal}`, 'buffer').readUInt32BE() >>> 1
  return {
    documentId,
    ordinal,
    place,
    level: Math.min(levelMax, Math.clz32(place) - 1),
    terms: `{${terms}}`,
    impacts: `\\x${impacts.toString('hex', 0, written)}`,
  }
}

/** An id and an impact as one number, which sorts much faster than an object. */
const entryOf = (id: number, impact: number): number => id * impactsMax + impact
const idOf = (entry: number): number => Math.floor(entry / impactsMax)
const impactsMax = 256

const termIds = recentlyUsed<string, number>(50_000)

/** A signed 32-bit hash of a term. Terms that share one are found together. */
export function termId(term: string): number {
  const known = termIds.get(term)
  if (known !== undefined) return known
  const id = Number.parseInt(hash('sha256', term).slice(0, 8), 16) | 0
  termIds.set(term, id)
  return id
}
