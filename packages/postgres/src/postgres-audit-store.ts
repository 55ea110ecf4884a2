import type { AuditEntry, AuditStore } from '@ken/core/ports'
import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export const postgresAuditStore = (transaction: Transaction<Tables>): AuditStore => ({
  async append(entry) {
    await transaction
      .insertInto('audit_log')
      .values({
        actor_id: entry.actorId,
        via: entry.via,
        action: entry.action,
        target: entry.target,
        outcome: entry.outcome,
        session_id: entry.sessionId,
        key_id: entry.keyId,
        address: entry.address,
        request_id: entry.requestId,
        meta: JSON.stringify(entry.meta),
      })
      .execute()
  },

  async list(limit) {
    const rows = await transaction.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(limit).execute()
    return rows.map((row) => ({
      at: row.at,
      actorId: row.actor_id as AuditEntry['actorId'],
      via: row.via,
      action: row.action as AuditEntry['action'],
      target: row.target,
      outcome: row.outcome,
      sessionId: row.session_id,
      keyId: row.key_id,
      address: row.address,
      requestId: row.request_id,
      meta: row.meta,
    }))
  },
})
