import type { Visibility } from '@ken/core/ports'
import { readersSql } from '../readers.ts'
import { comparedMax } from './vector-graph.ts'

/**
 * Semantic search as one statement: see `ken_nearest`. $1 the vector, $2 its model, $3
 * principals, $4 sources or null, $5 limit, $6 up to how many visible passages all are compared.
 */
export const findNearest = `
select document.id as "documentId", document.title, document.url, document.source,
  document.updated_at as "updatedAt", chunk.heading, chunk.body, 1 - nearest.distance as score
from ken_nearest($1, $2, ${readersSql('$3', '$4')}, $3::text[], $4::text[], $5::int, $6::int) as nearest
join documents as document on document.id = nearest.document_id
join document_chunks as chunk on chunk.document_id = nearest.document_id and chunk.ordinal = nearest.ordinal
where document.allowed && $3::text[] and ($4::text[] is null or document.source = any ($4::text[]))
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
  visibility.principals,
  visibility.sources,
  limit,
  comparedMax,
]

/** As pgvector reads it. */
export const toVector = (vector: readonly number[]): string => `[${vector.join(',')}]`
