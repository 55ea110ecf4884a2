import { noWeek, weekStart, type KeyId, type KeyUsageStore } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'

export const postgresKeyUsageStore = (transaction: Transaction<Tables>): KeyUsageStore => ({
  async listHours(id, since) {
    const rows = await transaction
      .selectFrom('api_key_usage')
      .selectAll()
      .where('key_id', '=', id)
      .where('hour', '>=', since)
      .orderBy('hour', 'desc')
      .execute()
    return rows.map((row) => ({
      hour: row.hour,
      ok: Number(row.ok),
      rateLimited: Number(row.rate_limited),
      denied: Number(row.denied),
      failed: Number(row.failed),
    }))
  },

  async listWeeks(ids, now) {
    if (ids.length === 0) return new Map()
    const from = weekStart(now)
    const { rows } = await sql<{ key_id: KeyId; day: number; calls: string }>`
      select key_id, floor(extract(epoch from hour - ${from}::timestamptz) / 86400)::int as day, sum(total) as calls
      from api_key_usage where key_id = any(${[...ids]}::uuid[]) and hour >= ${from} and hour <= ${now}
      group by key_id, day
    `.execute(transaction)
    const weeks = new Map<KeyId, number[]>()
    for (const { key_id, day, calls } of rows) {
      const week = weeks.get(key_id) ?? [...noWeek]
      week[day] = Number(calls)
      weeks.set(key_id, week)
    }
    return weeks
  },

  async pruneHours(daysKept, countMax) {
    const { numAffectedRows = 0n } = await sql`
      delete from api_key_usage where (key_id, hour) in (
        select key_id, hour from api_key_usage
        where hour < now() - make_interval(days => ${daysKept}, hours => 1) limit ${countMax}
      )
    `.execute(transaction)
    return Number(numAffectedRows)
  },

  async pruneBatches(countMax) {
    const { numAffectedRows = 0n } = await sql`
      delete from key_usage_batches where id in (
        select id from key_usage_batches where stored_at < now() - interval '1 day' order by stored_at limit ${countMax}
      )
    `.execute(transaction)
    return Number(numAffectedRows)
  },
})
