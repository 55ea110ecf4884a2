import { proxyReportDays, type ProxyReportStore } from '@ken/core/ports'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'

const oldest = sql<Date>`now() - make_interval(days => ${proxyReportDays})`

export const postgresProxyReportStore = (transaction: Transaction<Tables>): ProxyReportStore => ({
  async record(peer) {
    await transaction.deleteFrom('proxy_reports').where('seen_at', '<=', oldest).execute()
    await sql`
      insert into proxy_reports (peer, seen_at) values (${peer}, now())
      on conflict (peer) do update set seen_at = excluded.seen_at
    `.execute(transaction)
  },

  async list(limit) {
    const rows = await transaction
      .selectFrom('proxy_reports')
      .selectAll()
      .where('seen_at', '>', oldest)
      .orderBy('seen_at', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ peer, seen_at: seenAt }) => ({ peer, seenAt }))
  },
})
