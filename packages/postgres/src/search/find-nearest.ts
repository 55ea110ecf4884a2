import type { Visibility } from '@ken/core/ports'
import { readersOf } from './find-passages.ts'
import { comparedMax } from './vector-graph.ts'

/**
 * Semantic search as one statement: see `ken_nearest`. $1 the vector, $2 its model, $3 readers, $4
 * principals, $5 sources or null, $6 limit, $7 up to how many visible passages all are compared.
 */
export const findNearest = `
select document.id, document.title, document.url, document.source, document.updated_at, chunk.body,
  1 - nearest.distance as score
from ken_nearest($1, $2, $3::text[], $4::text[], $5::text[], $6::int, $7::int) as nearest
join documents as document on document.id = nearest.document_id
join document_chunks as chunk on chunk.document_id = nearest.document_id and chunk.ordinal = nearest.ordinal
where document.allowed && $4::text[] and ($5::text[] is null or document.source = any ($5::text[]))
order by nearest.distance, document.id
`

/** The values of `findNearest`. */
export const nearestValues = (
  vector: readonly number[],
  model: string,
  visibility: Visibility,
  limit: number,
): unknown[] => [
  toVector(vector),
  model,
  readersOf(visibility),
  visibility.principals,
  visibility.sources,
  limit,
  comparedMax,
]

/** As pgvector reads it. */
export const toVector = (vector: readonly number[]): string => `[${vector.join(',')}]`
