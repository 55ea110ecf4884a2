import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'

/** One statement changes these in less than a second: a statement may take much longer, but a machine can be busy. */
export const passagesPerStatement = 500

/**
 * Runs an update of documents without changing who may see their passages: `restrictPassages` must follow in the same
 * transaction.
 */
export async function withoutRestricting<Updated>(
  transaction: Transaction<Tables>,
  update: () => Promise<Updated>,
): Promise<Updated> {
  await sql`select set_config('ken.keeps_access', 'in_parts', true)`.execute(transaction)
  const updated = await update()
  await sql`select set_config('ken.keeps_access', '', true)`.execute(transaction)
  return updated
}

/** Lets the people see the passages of these documents who may see the documents, in statements of a bounded size. */
export async function restrictPassages(
  transaction: Transaction<Tables>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ id: string; last: number }>`
    select document.id, (select max(ordinal) from passage_terms where document_id = document.id) as last
    from documents as document cross join lateral (
      select access, level from passage_terms where document_id = document.id order by ordinal limit 1
    ) as first
    where document.id = any (${ids}::uuid[])
      and first.access is distinct from ken_access(document.source, document.allowed, first.level)
    order by document.id
  `.execute(transaction)
  for (const part of partsOf(rows)) {
    await sql`
      update passage_terms as passage set access = ken_access(document.source, document.allowed, passage.level)
      from documents as document
      where document.id = passage.document_id and passage.ctid = any (array(
        select found.ctid
        from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as range (id uuid, first int, last int)
        cross join lateral (
          select ctid from passage_terms where document_id = range.id and ordinal between range.first and range.last offset 0
        ) as found
      ))
    `.execute(transaction)
  }
}

/** Passages of one document, by their ordinals. */
type Range = { readonly id: string; readonly first: number; readonly last: number }

/** All passages, those of each statement together. */
function partsOf(
  documents: readonly { readonly id: string; readonly last: number }[],
): readonly (readonly Range[])[] {
  const parts: Range[][] = []
  let room = 0
  for (const { id, last } of documents) {
    for (let first = 0; first <= last;) {
      if (room === 0) {
        parts.push([])
        room = passagesPerStatement
      }
      const end = Math.min(last, first + room - 1)
      parts.at(-1)!.push({ id, first, last: end })
      room -= end - first + 1
      first = end + 1
    }
  }
  return parts
}
