import type { Log } from '@ken/core/ports'
import type { Database } from '../../database.ts'
import { outsideRequests } from '../../connections/request-scope.ts'

/** The heartbeat of a running server. */
export type ServerHeartbeat = {
  /**
   * Sends a heartbeat unless the last one is recent. Call it after a pause of the process, before
   * any decision that depends on outages.
   */
  readonly catchUp: () => Promise<void>
  readonly close: () => Promise<void>
}

export type ServerHeartbeatOptions = {
  /** The id of the secret that this server signs with. */
  readonly secretId: string
  readonly log: Log
}

const beatEveryMs = 2_000
/** An outage is longer than this. It leaves room for one late heartbeat. */
const outageSecondsMin = 5
const outagesKeptMinutes = 60

/**
 * Records every two seconds, by the database's clock, that a server is up; all servers share one
 * row. The heartbeat that ends an outage of all servers records the outage. Throws if the first
 * heartbeat fails; later ones are retried.
 */
export async function serverHeartbeat(
  { backgroundQuery: query }: Pick<Database, 'backgroundQuery'>,
  { secretId, log }: ServerHeartbeatOptions,
): Promise<ServerHeartbeat> {
  let lastAt = { running: 0, wall: 0 }
  let isFailing = false
  const beat = async () => {
    // Taken before the statement, so that a pause during it counts, too.
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
      const elapsedMs = Math.max(
        performance.now() - lastAt.running,
        Math.abs(Date.now() - lastAt.wall),
      )
      if (elapsedMs > beatEveryMs * 1.5) await outsideRequests(beat)
    },
    close: async () => clearInterval(timer),
  }
}

/**
 * Locks the row first, so that only one of several servers that start together records the outage.
 * Reads the previous heartbeat before it overwrites it.
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
