import type { AuditEntry, AuditStore, Email } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'

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

  async list({ actorId, action, target, outcome, from, until }, { after, limit }) {
    const rows = await transaction
      .selectFrom('audit_log')
      .leftJoin('users', 'users.id', 'audit_log.actor_id')
      .selectAll('audit_log')
      .select('users.email as actor_email')
      .$if(after !== null, (query) => query.where('audit_log.id', '<', after))
      .$if(actorId !== null, (query) => query.where('actor_id', '=', actorId))
      .$if(action !== null, (query) => query.where(isWithin(action ?? '')))
      .$if(target !== null, (query) => query.where('target', '=', target ?? ''))
      .$if(outcome !== null, (query) => query.where('outcome', '=', outcome ?? 'success'))
      .$if(from !== null, (query) => query.where('at', '>=', from))
      .$if(until !== null, (query) => query.where('at', '<', until))
      .orderBy('audit_log.id', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      at: row.at,
      actorId: row.actor_id as AuditEntry['actorId'],
      actorEmail: row.actor_email as Email | null,
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

/** Matches an action by its name, or all actions of an area. */
const isWithin = (action: string) =>
  sql<boolean>`(audit_log.action = ${action} or starts_with(audit_log.action, ${`${action}.`}))`
