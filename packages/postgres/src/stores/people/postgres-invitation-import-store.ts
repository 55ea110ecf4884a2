import {
  importStallsAfterSeconds,
  type InvitationImport,
  type InvitationImportId,
  type InvitationImportStore,
  type InvitationState,
} from '@ken/core/ports'
import { sql, type Selectable, type Transaction } from 'kysely'
import { planByIndex } from '../../connections/statements/plan-by-index.ts'
import type { Tables } from '../../tables.ts'
import { presentState } from './invitation-search.ts'

export const postgresInvitationImportStore = (
  transaction: Transaction<Tables>,
): InvitationImportStore => ({
  async insert({ id, importedBy, createdAt, counts, fingerprint }) {
    await transaction
      .insertInto('invitation_imports')
      .values({
        id,
        imported_by: importedBy,
        created_at: createdAt,
        ...counts,
        fingerprint,
        progressed_at: sql<Date>`now()`,
      })
      .execute()
  },

  async recordProgress(id, counts, { isFinished }) {
    const { numUpdatedRows } = await transaction
      .updateTable('invitation_imports')
      .set({ ...counts, progressed_at: sql<Date>`now()`, is_finished: isFinished })
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new Error(`import ${id} is missing`)
  },

  async findStalled(importedBy, fingerprint) {
    const { rows } = await sql<{ id: InvitationImportId }>`
      update invitation_imports set progressed_at = now()
      where id = (
        select id from invitation_imports
        where fingerprint = ${fingerprint} and imported_by is not distinct from ${importedBy} and not is_finished
          and progressed_at <= now() - make_interval(secs => ${importStallsAfterSeconds})
        order by id desc
        limit 1
        for update skip locked
      )
      returning id
    `.execute(transaction)
    return rows[0]?.id ?? null
  },

  async find(id) {
    const row = await transaction
      .selectFrom('invitation_imports')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return row === undefined ? null : importFromRow(row)
  },

  async list({ after, limit }) {
    const rows = await transaction
      .selectFrom('invitation_imports')
      .selectAll()
      .$if(after !== null, (query) => query.where('id', '<', after!))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows.map(importFromRow)
  },

  async recordLines(importId, lines) {
    const rows = lines.map(({ invitationId, ...line }) => ({
      ...line,
      import_id: importId,
      invitation_id: invitationId,
    }))
    const { rows: kept } = await sql<{ line: number }>`
      insert into invitation_import_lines
      select * from jsonb_populate_recordset(null::invitation_import_lines, ${JSON.stringify(rows)}::jsonb)
      on conflict do nothing
      returning line
    `.execute(transaction)
    return kept.map(({ line }) => line)
  },

  async listLines(importId, verdict, { after, limit }) {
    await planByIndex(transaction)
    const rows = await transaction
      .selectFrom('invitation_import_lines')
      .selectAll()
      .where('import_id', '=', importId)
      .$if(verdict !== null, (query) => query.where('verdict', '=', verdict))
      .$if(after !== null, (query) => query.where('line', '>', after!))
      .orderBy('line')
      .limit(limit)
      .execute()
    return rows.map(({ line, email, verdict: result, fault, invitation_id }) => ({
      line,
      email,
      verdict: result,
      fault,
      invitationId: invitation_id,
    }))
  },

  async countInvitations(importIds) {
    const { rows } = await sql<StateCount>`
      select import_id, ${presentState} as present, count(*) as invitations from invitations
      where import_id = any(${[...importIds]}::uuid[]) group by import_id, present
    `.execute(transaction)
    return new Map(
      [...Map.groupBy(rows, ({ import_id }) => import_id)].map(([id, states]) => [
        id,
        new Map(states.map(({ present, invitations }) => [present, Number(invitations)])),
      ]),
    )
  },
})

type StateCount = {
  readonly import_id: InvitationImportId
  readonly present: InvitationState
  readonly invitations: string
}

const importFromRow = (row: Selectable<Tables['invitation_imports']>): InvitationImport => {
  const { created, already_invited, already_a_user, invalid } = row
  return {
    id: row.id,
    importedBy: row.imported_by,
    createdAt: row.created_at,
    counts: { created, already_invited, already_a_user, invalid },
    fingerprint: row.fingerprint,
  }
}
