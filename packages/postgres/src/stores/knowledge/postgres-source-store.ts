import type { Email, Source, SourceCounts, SourceImport, SourceStore } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'

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
    await transaction.deleteFrom('source_imports').where('source', '=', source).execute()
  },

  async listRemovals() {
    const rows = await transaction
      .selectFrom('source_removals')
      .selectAll()
      .orderBy(sql`source collate "C"`)
      .execute()
    return rows.map((row) => ({ source: row.source, requestedAt: row.requested_at }))
  },

  async listCounts(model) {
    const { rows } = await sql<CountRow>`
      select source, sum(documents) as documents, sum(passages) as passages,
        coalesce(sum(embedded) filter (where model = ${model}), 0) as embedded,
        sum(for_everyone) as everyone, sum(for_roles) as roles, sum(for_groups) as groups,
        sum(for_persons) as persons
      from source_counts
      group by source having sum(documents) > 0
      order by source collate "C"
    `.execute(transaction)
    return rows.map(toCounts)
  },

  async recordImports(parts) {
    if (parts.length === 0) return
    const rows = parts.map(({ importId, by, ...part }) => ({
      ...part,
      import_id: importId,
      imported_by: by,
      by_operator: by === null,
    }))
    await sql`
      insert into source_imports as last (source, import_id, at, by_operator, imported_by, upserted, removed)
      select source, import_id, at, by_operator, imported_by, upserted, removed
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as part
        (source text, import_id text, at timestamptz, by_operator boolean, imported_by uuid, upserted bigint, removed bigint)
      order by source collate "C"
      on conflict (source) do update set
        import_id = excluded.import_id, at = excluded.at, by_operator = excluded.by_operator, imported_by = excluded.imported_by,
        upserted = excluded.upserted + case when excluded.import_id = last.import_id then last.upserted else 0 end,
        removed = excluded.removed + case when excluded.import_id = last.import_id then last.removed else 0 end
    `.execute(transaction)
  },

  async listImports() {
    const { rows } = await sql<ImportRow>`
      select source, at, by_operator, upserted, removed, users.email
      from source_imports left join users on users.id = imported_by
      order by source collate "C"
    `.execute(transaction)
    return rows.map(toImport)
  },
})

type CountRow = {
  readonly [Name in 'documents' | 'passages' | 'embedded' | keyof SourceCounts['allowed']]: string
} & { readonly source: Source }

const toCounts = ({ source, documents, passages, embedded, ...row }: CountRow): SourceCounts => ({
  source,
  documents: Number(documents),
  passages: Number(passages),
  embedded: Number(embedded),
  allowed: {
    everyone: Number(row.everyone),
    roles: Number(row.roles),
    groups: Number(row.groups),
    persons: Number(row.persons),
  },
})

type ImportRow = Pick<SourceImport, 'source' | 'at'> & {
  readonly by_operator: boolean
  readonly upserted: string
  readonly removed: string
  readonly email: Email | null
}

const toImport = ({ source, at, upserted, removed, ...row }: ImportRow): SourceImport => ({
  source,
  at,
  isByOperator: row.by_operator,
  byEmail: row.email,
  upserted: Number(upserted),
  removed: Number(removed),
})
