import { uuidForm, type AuditEntry, type AuditStore, type Email } from '@ken/core/ports'
import { sql, type Selectable, type Transaction } from 'kysely'
import { planByIndex } from '../../connections/statements/plan-by-index.ts'
import type { Tables } from '../../tables.ts'
import { countEntries, matchingEntries } from './audit-search.ts'

export const postgresAuditStore = (transaction: Transaction<Tables>): AuditStore => ({
  async append(entry) {
    await transaction.insertInto('audit_log').values(rowOf(entry)).execute()
  },

  async appendAll(entries) {
    if (entries.length > 0)
      await transaction.insertInto('audit_log').values(entries.map(rowOf)).execute()
  },

  async count(filter, countMax) {
    await planByIndex(transaction)
    const { rows } = await sql<{ entries: string }>`${countEntries(filter, countMax)}`.execute(
      transaction,
    )
    return Math.min(Number(rows[0]!.entries), countMax)
  },

  async nameTargets(targets) {
    const ids = (kind: string) =>
      sql`any(${targets.flatMap((target) => idOf(kind, target) ?? [])}::uuid[])`
    const { rows } = await sql<NamedTarget>`
      select 'user:' || id as target, name, null as owner from users where id = ${ids('user')}
      union all
      select 'key:' || keys.id, keys.name, owner.name from api_keys as keys
        left join users as owner on owner.id = keys.owner_id where keys.id = ${ids('key')}
      union all
      select 'invitation:' || id, email, null from invitations where id = ${ids('invitation')}
    `.execute(transaction)
    return new Map(rows.map(({ target, name, owner }) => [target, { name, owner }]))
  },

  async list(filter, page) {
    await planByIndex(transaction)
    const { rows } = await sql<Row>`
      select entry.*, least(greatest(at, '0001-01-01Z'), '9999-12-31T23:59:59Z') as shown_at,
        (select email from users where id = entry.actor_id) as actor_email
      from (${matchingEntries(filter, page)}) as entry order by at desc, id desc
    `.execute(transaction)
    return rows.map((row) => ({
      id: row.id,
      // A time that is no date, such as infinity, must not prevent a list.
      at: row.shown_at,
      actorId: row.actor_id,
      actorEmail: row.actor_email,
      via: row.via,
      action: row.action,
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

type NamedTarget = {
  readonly target: string
  readonly name: string
  readonly owner: string | null
}

/** The id in a target of this kind; null for any other text. */
function idOf(kind: string, target: string): string | null {
  const id = target.startsWith(`${kind}:`) ? target.slice(kind.length + 1) : ''
  return uuidForm.test(id) ? id : null
}

type Row = Selectable<Tables['audit_log']> & {
  readonly actor_email: Email | null
  readonly shown_at: Date
}

const rowOf = (entry: AuditEntry) => ({
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
