import type { AuditChainStore } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'

/** Entries with older ids than the newest link may still be committed: by an act that took long. */
const lookBack = 10_000

export const postgresAuditChainStore = (transaction: Transaction<Tables>): AuditChainStore => ({
  async extend(countMax, isThorough) {
    const after = isThorough
      ? sql`0`
      : sql`coalesce((select max(entry_id) from audit_chain), 0) - ${lookBack}`
    const { rows } = await sql<{ added: number }>`
      select ken_extend_audit_chain(${after}, ${countMax}::int) as added
    `.execute(transaction)
    return rows[0]!.added
  },

  async verify(after, countMax) {
    const { rows } = await sql<{
      position: string
      entry_id: string
      entry_at: Date
      is_valid: boolean
    }>`
      with link as materialized (
        select audit_chain as row, position, lag(hash) over (order by position) as before
        from audit_chain where position >= ${after} order by position limit ${countMax + 1}
      )
      select position, (link.row).entry_id, (link.row).entry_at,
        (link.row).hash = ken_link_hash(coalesce(before, ''), link.row) and case
          when entry.id is null then (link.row).is_prunable and (link.row).entry_at < now() - interval '90 days'
          else ken_audit_digest(entry) = (link.row).digest
        end as is_valid
      from link left join audit_log as entry on entry.id = (link.row).entry_id
      where position > ${after} order by position limit ${countMax}
    `.execute(transaction)
    const broken = rows.findIndex((row) => !row.is_valid)
    const valid = broken === -1 ? rows : rows.slice(0, broken)
    const row = rows[broken]
    return {
      last: Number(valid.at(-1)?.position ?? after),
      checked: valid.length,
      firstBreak: row === undefined ? null : { id: row.entry_id, at: row.entry_at },
    }
  },

  async readState() {
    const { rows } = await sql<{
      verified_to: string
      checked_at: Date | null
      broken_entry: string | null
      broken_at: Date | null
      position: string | null
      hash: string | null
      since: Date | null
    }>`
      select state.*, head.position, encode(head.hash, 'hex') as hash,
        (select entry_at from audit_chain order by position limit 1) as since
      from audit_chain_state as state
      left join (select * from audit_chain order by position desc limit 1) as head on true
    `.execute(transaction)
    const row = rows[0]!
    return {
      head: row.position === null ? null : { position: Number(row.position), hash: row.hash ?? '' },
      since: row.since,
      verifiedTo: Number(row.verified_to),
      checkedAt: row.checked_at,
      firstBreak:
        row.broken_entry === null
          ? null
          : { id: row.broken_entry, at: row.broken_at ?? new Date(0) },
    }
  },

  async recordCheck(verifiedTo, firstBreak) {
    await sql`
      update audit_chain_state set verified_to = ${verifiedTo}, checked_at = now(),
        broken_entry = ${firstBreak?.id ?? null}, broken_at = ${firstBreak?.at ?? null}
    `.execute(transaction)
  },
})
