import type { Source, SourceStore } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'

export const postgresSourceStore = (transaction: Transaction<Tables>): SourceStore => ({
  async holdForImport(sources) {
    // An advisory lock, because it also covers sources without a row. In order, against deadlocks.
    await sql`
      select pg_advisory_xact_lock_shared(key) from (
        select distinct hashtextextended('ken:source:' || source, 0) as key
        from unnest(${[...sources]}::text[]) as source order by key
      ) as ordered
    `.execute(transaction)
    const rows = await transaction
      .selectFrom('source_removals')
      .select('source')
      .where(sql<boolean>`source = any(${[...sources]}::text[])`)
      .execute()
    const removed = new Set(rows.map(({ source }) => source))
    return sources.filter((source) => removed.has(source))
  },

  async startRemoval(source, requestedAt) {
    await sql`select pg_advisory_xact_lock(hashtextextended('ken:source:' || ${source}, 0))`.execute(
      transaction,
    )
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('source_removals')
      .values({ source, requested_at: requestedAt })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  },

  async lockRemoval(source) {
    const row = await transaction
      .selectFrom('source_removals')
      .select('source')
      .where('source', '=', source)
      .forUpdate()
      .executeTakeFirst()
    return row !== undefined
  },

  async endRemoval(source) {
    await transaction.deleteFrom('source_removals').where('source', '=', source).execute()
  },

  async listRemovals() {
    const rows = await transaction
      .selectFrom('source_removals')
      .selectAll()
      .orderBy(sql`source collate "C"`)
      .execute()
    return rows.map((row) => ({ source: row.source as Source, requestedAt: row.requested_at }))
  },
})
