import type { Clock, Log } from '@ken/core/ports'
import type { Database } from '../database.ts'

/** The database's time, from a measurement and the monotonic time since then. */
export type DatabaseClock = Clock & {
  /** How far the database is ahead of this machine; negative when it is behind. */
  readonly offsetMs: () => number
  /** Whether the time of the database is known. Otherwise the clock is this machine's. */
  readonly isMeasured: () => boolean
  readonly close: () => Promise<void>
}

export type DatabaseClockOptions = {
  /** A monotonic time in milliseconds, which cannot be set. */
  readonly monotonicMs?: () => number
}

/**
 * Milliseconds since the epoch at zero of the monotonic clock: by the database, and by the machine
 * when it was measured.
 */
type Measurement = { readonly databaseMs: number; readonly machineMs: number }

const measureEveryMs = 30_000
/** The error of a measurement is half of its round trip. */
const roundTripMsMax = 2_000
/** A larger difference means that the machine's clock jumped or the machine slept. */
const strayMsMax = 1_000
const betweenMeasurementsMs = 1_000

/**
 * Measures the database's time now and every 30 seconds, and adds the monotonic time since then:
 * reading the clock costs no statement, and setting the machine's clock does not matter. Measures
 * again when the two clocks diverge. A failed or slow measurement changes nothing; before the first
 * one, the clock is this machine's.
 */
export async function databaseClock(
  { backgroundQuery: query }: Pick<Database, 'backgroundQuery'>,
  machine: Clock,
  log: Log,
  { monotonicMs = () => performance.now() }: DatabaseClockOptions = {},
): Promise<DatabaseClock> {
  let measured: Measurement | null = null
  let begunMs = -Infinity
  const measure = async () => {
    const startedMs = monotonicMs()
    begunMs = startedMs
    const [row] = await query<{ now: Date }>(
      'read_database_time',
      'select clock_timestamp() as now',
      [],
    )
    const endedMs = monotonicMs()
    if (row === undefined || endedMs - startedMs > roundTripMsMax) return
    const readMs = (startedMs + endedMs) / 2
    measured = {
      databaseMs: row.now.getTime() - readMs,
      machineMs: machine.now().getTime() - endedMs,
    }
  }
  const measureOrNote = () => measure().catch(() => log.warn('database_clock.not_measured'))
  await measureOrNote()
  const timer = setInterval(() => void measureOrNote(), measureEveryMs).unref()

  const now = () => {
    const machineNow = machine.now()
    if (measured === null) return machineNow
    const passedMs = monotonicMs()
    const strayMs = machineNow.getTime() - passedMs - measured.machineMs
    if (Math.abs(strayMs) > strayMsMax && passedMs - begunMs > betweenMeasurementsMs)
      void measureOrNote()
    return new Date(Math.round(measured.databaseMs + passedMs))
  }
  return {
    now,
    offsetMs: () => now().getTime() - machine.now().getTime(),
    isMeasured: () => measured !== null,
    close: async () => clearInterval(timer),
  }
}
