import { heartbeatLifetimeSeconds, type ProcessReports, type ProcessRole } from '@ken/core/ports'
import type { Query } from '../../database.ts'

/** Reports use background connections; they are read over the connections of requests. */
export const postgresProcessReports = (query: Query, backgroundQuery: Query): ProcessReports => ({
  async report({ id, role, version, startedAt }) {
    const process = JSON.stringify({ role, version, started_at: startedAt.toISOString() })
    await backgroundQuery('report_process', report, [
      prefix + id,
      process,
      heartbeatLifetimeSeconds,
      `${prefix}%`,
    ])
  },

  async remove(id) {
    await backgroundQuery('remove_process', 'delete from heartbeats where name = $1', [prefix + id])
  },

  async list() {
    const rows = await query<{
      name: string
      report: { readonly role: ProcessRole; readonly version: string; readonly started_at: string }
      seen_at: Date
    }>('list_processes', list, [`${prefix}%`, heartbeatLifetimeSeconds])
    return rows.map(({ name, report: { role, version, started_at }, seen_at }) => ({
      id: name.slice(prefix.length),
      role,
      version,
      startedAt: new Date(started_at),
      seenAt: seen_at,
    }))
  },
})

/** The table has other names, too. */
const prefix = 'process:'

/** Skips rows that another process deletes. */
const report = `
with old as materialized (
  select name from heartbeats where name like $4 and name <> $1
    and expires_at not between clock_timestamp() and clock_timestamp() + 2 * make_interval(secs => $3)
  order by name limit 100 for update skip locked
),
forgotten as (delete from heartbeats where name in (select name from old))
insert into heartbeats (name, report, expires_at)
values ($1, $2::jsonb, clock_timestamp() + make_interval(secs => $3))
on conflict (name) do update set report = excluded.report, expires_at = excluded.expires_at
`

const list = `
select name, report, expires_at - make_interval(secs => $2) as seen_at
from heartbeats where name like $1 and expires_at > clock_timestamp()
  and expires_at <= clock_timestamp() + 2 * make_interval(secs => $2)
order by report ->> 'started_at', name limit 100
`
