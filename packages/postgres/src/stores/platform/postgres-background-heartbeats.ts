import {
  heartbeatLifetimeSeconds,
  type BackgroundHeartbeats,
  type BackgroundRole,
} from '@ken/core/ports'
import type { Query } from '../../database.ts'

/**
 * Heartbeats use background connections; health checks read them over the connections of requests.
 */
export const postgresBackgroundHeartbeats = (
  query: Query,
  backgroundQuery: Query,
): BackgroundHeartbeats => ({
  async beat(roles) {
    await backgroundQuery('beat_background', beat, [
      roles.map(nameOf).toSorted(),
      heartbeatLifetimeSeconds,
    ])
  },

  async listRunning() {
    const rows = await query<{ name: string }>('list_running', listRunning, [
      `${prefix}%`,
      2 * heartbeatLifetimeSeconds,
    ])
    return rows.map(({ name }) => name.slice(prefix.length) as BackgroundRole)
  },
})

/** The table has other names, too. */
const prefix = 'background:'
const nameOf = (role: BackgroundRole): string => `${prefix}${role}`

/** In the order of names, so that two processes never deadlock. */
const beat = `
insert into heartbeats (name, report, expires_at)
select name, '{}', clock_timestamp() + make_interval(secs => $2) from unnest($1::text[]) as name
on conflict (name) do update set expires_at = excluded.expires_at
`

const listRunning = `
select name from heartbeats where name like $1 and expires_at > clock_timestamp()
  and expires_at <= clock_timestamp() + make_interval(secs => $2)
`
