import type { Clock, Log } from '@ken/core/ports'
import type { Database } from './database.ts'

/** The database's time, told by the clock of this machine and the measured offset between the two. */
export type DatabaseClock = Clock & {
  /** How far the database is ahead of this machine; negative when it is behind. */
  readonly offsetMs: () => number
  readonly close: () => Promise<void>
}

const measureEveryMs = 30_000
/** The error of a measurement is half of its round trip. */
const roundTripMsMax = 2_000

/**
 * Measures the offset now and every 30 seconds, so that reading the clock costs no statement. A measurement that fails or
 * takes too long changes nothing; without any, the clock is this machine's.
 */
export async function databaseClock(
  { backgroundQuery: query }: Pick<Database, 'backgroundQuery'>,
  machine: Clock,
  log: Log,
): Promise<DatabaseClock> {
  let offsetMs = 0
  const measure = async () => {
    const [startedAt, startedMs] = [machine.now().getTime(), performance.now()]
    const [row] = await query<{ now: Date }>('read_database_time', 'select clock_timestamp() as now', [])
    const roundTripMs = performance.now() - startedMs
    if (row !== undefined && roundTripMs <= roundTripMsMax) offsetMs = row.now.getTime() - (startedAt + roundTripMs / 2)
  }
  const measureOrNote = () => measure().catch(() => log.warn('database_clock.not_measured'))
  await measureOrNote()
  const timer = setInterval(() => void measureOrNote(), measureEveryMs).unref()
  return {
    now: () => new Date(machine.now().getTime() + Math.round(offsetMs)),
    offsetMs: () => offsetMs,
    close: async () => clearInterval(timer),
  }
}
