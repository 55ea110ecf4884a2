import { listenerReportSeconds, type ListenerReport, type ChatHealth } from '@ken/core/ports'
import type { Query } from '../../database.ts'

/** Keeps the state of the chat listener in the database if there is no Redis. */
export const postgresChatHealth = (query: Query): ChatHealth => ({
  async beat(botId, { state, since, ...rest }) {
    const report = JSON.stringify({ state, since: since.getTime(), ...rest })
    await query('beat', beat, [nameOf(botId), report, listenerReportSeconds])
  },

  async remove(botId) {
    await query('forget_heartbeat', 'delete from heartbeats where name = $1', [nameOf(botId)])
  },

  async read(botId) {
    const [row] = await query<{ report: Kept }>('read_heartbeat', readHeartbeat, [
      nameOf(botId),
      listenerReportSeconds,
    ])
    if (row === undefined) return null
    const { since, ...report } = row.report
    return { ...report, since: new Date(since) }
  },
})

type Timeless<Report> = Report extends ListenerReport ? Omit<Report, 'since'> : never
type Kept = Timeless<ListenerReport> & { readonly since: number }

const nameOf = (botId: string): string => `team_chat:${botId}`

const beat = `
insert into heartbeats (name, report, expires_at) values ($1, $2, now() + make_interval(secs => $3))
on conflict (name) do update set report = excluded.report, expires_at = excluded.expires_at
`

/** A report that is far in the future is from before the clock was set back. */
const readHeartbeat = `
select report from heartbeats where name = $1 and expires_at > now() and expires_at <= now() + 2 * make_interval(secs => $2)
`
