import type { AuditChainStore } from '@ken/core/ports'
import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'

/** Entries with older ids than these last links may still be committed: by an act that took long. */
const lookBack = 10_000
const smallestId = sql`(-9223372036854775808)::bigint`

/** A position that a number holds exactly: what is stored may be any. */
const exact = (position: RawBuilder<unknown>) =>
  sql`case when ${position} is not null then greatest(least(${position}, 9007199254740991), -9007199254740990) end`
/** Null for a time that is no date, such as infinity. */
const dateOf = (time: RawBuilder<unknown>) => sql`case when ken_is_date(${time}) then ${time} end`

export const postgresAuditChainStore = (transaction: Transaction<Tables>): AuditChainStore => ({
  async extend(countMax, isThorough) {
    const recent = sql`select entry_id from audit_chain order by position desc limit ${lookBack}`
    const from = isThorough
      ? smallestId
      : sql`coalesce((select min(entry_id) from (${recent}) as recent), ${smallestId})`
    const { rows } = await sql<{ added: number }>`
      select ken_extend_audit_chain(${from}, ${countMax}::int) as added
    `.execute(transaction)
    return rows[0]!.added
  },

  async verify(after, countMax) {
    const last = sql`${after}::bigint`
    const start = after === 0 ? smallestId : last
    const { rows } = await sql<{
      position: string
      entry_id: string | null
      entry_at: Date | null
      is_valid: boolean
    }>`
      with link as materialized (
        select audit_chain as row, position, lag(position) over by_position as previous,
          lag(hash) over by_position as before
        from audit_chain where position >= ${start}
        window by_position as (order by position) order by position limit ${countMax + 1}
      )
      select ${exact(sql`position`)} as position, (link.row).entry_id,
        ${dateOf(sql`(link.row).entry_at`)} as entry_at,
        position = coalesce(previous, 0) + 1
        and (link.row).hash = ken_link_hash(coalesce(before, ''), link.row) and case
          when entry.id is null then (link.row).is_prunable and (link.row).entry_at < now() - interval '90 days'
          else ken_audit_digest(entry) = (link.row).digest
        end as is_valid
      from link left join audit_log as entry on entry.id = (link.row).entry_id
      where ${last} = 0 or position > ${last} order by link.position limit ${countMax}
    `.execute(transaction)
    const broken = rows.filter((row) => !row.is_valid)
    const [first] = broken
    return {
      last: Number(rows.at(-1)?.position ?? after),
      checked: rows.length,
      broken: broken.length,
      firstBreak:
        first === undefined
          ? null
          : { position: Number(first.position), id: first.entry_id ?? '', at: first.entry_at },
    }
  },

  async countUnlinked() {
    const { rows } = await sql<{ count: string }>`
      select count(*) as count from audit_log as entry
      where at < now() - interval '10 minutes'
        and not exists (select from audit_chain where entry_id = entry.id)
    `.execute(transaction)
    return Number(rows[0]!.count)
  },

  async readState() {
    const { rows } = await sql<{
      verified_to: string | null
      checked_at: Date | null
      broken_position: string | null
      broken_entry: string | null
      broken_at: Date | null
      position: string | null
      hash: string | null
      since: Date | null
    }>`
      select ${exact(sql`verified_to`)} as verified_to, ${dateOf(sql`checked_at`)} as checked_at,
        ${exact(sql`broken_position`)} as broken_position,
        broken_entry, ${dateOf(sql`broken_at`)} as broken_at,
        head.position, encode(head.hash, 'hex') as hash,
        (select ${dateOf(sql`entry_at`)} from audit_chain order by position limit 1) as since
      from (select) as one left join audit_chain_state as state on true
      left join ken_last_link() as head on true
    `.execute(transaction)
    const row = rows[0]!
    return {
      head: row.position === null ? null : { position: Number(row.position), hash: row.hash ?? '' },
      since: row.since,
      verifiedTo: Number(row.verified_to ?? 0),
      checkedAt: row.checked_at,
      firstBreak:
        row.broken_position === null
          ? null
          : {
              position: Number(row.broken_position),
              id: row.broken_entry ?? '',
              at: row.broken_at,
            },
    }
  },

  async recordCheck(verifiedTo, firstBreak) {
    const [position, id, at] = [firstBreak?.position, firstBreak?.id || null, firstBreak?.at]
    await sql`
      insert into audit_chain_state (verified_to, checked_at, broken_position, broken_entry, broken_at)
      values (${verifiedTo}, now(), ${position ?? null}, ${id}, ${at ?? null})
      on conflict (one) do update set verified_to = excluded.verified_to,
        checked_at = excluded.checked_at, broken_position = excluded.broken_position,
        broken_entry = excluded.broken_entry, broken_at = excluded.broken_at
    `.execute(transaction)
  },
})
