import type { Log } from '@ken/core/ports'
import type { Database } from './database.ts'
import { outsideRequests } from './lanes/request-scope.ts'

/** The beat of a server that runs. */
export type ServerHeartbeat = {
  /** Beats now, unless the last beat is recent: after a pause of the process, before anything is judged by what was up. */
  readonly catchUp: () => Promise<void>
  readonly close: () => Promise<void>
}

export type ServerHeartbeatOptions = {
  /** The id of the secret that this server signs with. */
  readonly secretId: string
  readonly log: Log
}

const beatEveryMs = 2_000
/** No server was up for longer than this: an outage. It leaves room for one beat that is late. */
const outageSecondsMin = 5
const outagesKeptMinutes = 60

/**
 * Notes every two seconds, by the database's clock, that a server is up; all servers share one row. The beat that ends an
 * outage of all servers notes that outage. Throws when the first beat fails; later ones are tried again.
 */
export async function serverHeartbeat(
  { backgroundQuery: query }: Pick<Database, 'backgroundQuery'>,
  { secretId, log }: ServerHeartbeatOptions,
): Promise<ServerHeartbeat> {
  let lastAt = { running: 0, wall: 0 }
  let isFailing = false
  const beat = async () => {
    // From before the statement, so that a pause during it counts, too.
    const at = { running: performance.now(), wall: Date.now() }
    await query('beat', beatStatement, [secretId])
    lastAt = at
  }
  const beatOrNote = async () => {
    try {
      await beat()
      isFailing = false
    } catch {
      if (!isFailing) log.warn('server.beat_missed')
      isFailing = true
    }
  }
  await beat()
  const timer = setInterval(() => void beatOrNote(), beatEveryMs).unref()
  return {
    async catchUp() {
      // A suspended machine stops one clock, and an operator may set the other.
      const elapsedMs = Math.max(performance.now() - lastAt.running, Math.abs(Date.now() - lastAt.wall))
      if (elapsedMs > beatEveryMs * 1.5) await outsideRequests(beat)
    },
    close: async () => clearInterval(timer),
  }
}

/**
 * Locks the row first, so that of servers that start together one notes the outage. The beat reads what was noted, because
 * it would else come first and hide the earlier beat.
 */
const beatStatement = `
with last as (select beat_at from server_beats for update),
noted as (
  insert into server_outages (began_at, ended_at)
  select beat_at, clock_timestamp() from last where beat_at < clock_timestamp() - interval '${outageSecondsMin} s'
  on conflict do nothing
  returning began_at
),
forgotten as (delete from server_outages where ended_at < clock_timestamp() - interval '${outagesKeptMinutes} minutes'),
signing as (
  insert into secret_uses as uses (id, last_used_at) values ($1, clock_timestamp())
  on conflict (id) do update set last_used_at = greatest(uses.last_used_at, excluded.last_used_at)
)
insert into server_beats as beats (beat_at) select clock_timestamp() from (select count(*) from noted) as outages
on conflict (only_row) do update set beat_at = greatest(beats.beat_at, excluded.beat_at)
`
