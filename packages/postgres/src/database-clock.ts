import type { Clock, Log } from '@ken/core/ports'
import type { Database } from './database.ts'

/** The database's time, told by a measurement and what has passed since then. */
export type DatabaseClock = Clock & {
  /** How far the database is ahead of this machine; negative when it is behind. */
  readonly offsetMs: () => number
  readonly close: () => Promise<void>
}

export type DatabaseClockOptions = {
  /** Milliseconds since any moment, which nobody sets. */
  readonly monotonicMs?: () => number
}

/** Milliseconds since the epoch, at zero of what counts without jumps: by the database, and by the machine at that moment. */
type Measurement = { readonly databaseMs: number; readonly machineMs: number }

const measureEveryMs = 30_000
/** The error of a measurement is half of its round trip. */
const roundTripMsMax = 2_000
/** By so much the machine's clock may stray before it is taken to have jumped, or the machine to have slept. */
const strayMsMax = 1_000
const betweenMeasurementsMs = 1_000

/**
 * Measures the database's time now and every 30 seconds, so that reading the clock costs no statement, and counts on from there
 * without the machine's clock, which may be set at any moment. When the two move apart it measures again at once. A measurement
 * that fails or takes too long changes nothing; without any, the clock is this machine's.
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
    const [row] = await query<{ now: Date }>('read_database_time', 'select clock_timestamp() as now', [])
    const endedMs = monotonicMs()
    if (row === undefined || endedMs - startedMs > roundTripMsMax) return
    const readMs = (startedMs + endedMs) / 2
    measured = { databaseMs: row.now.getTime() - readMs, machineMs: machine.now().getTime() - endedMs }
  }
  const measureOrNote = () => measure().catch(() => log.warn('database_clock.not_measured'))
  await measureOrNote()
  const timer = setInterval(() => void measureOrNote(), measureEveryMs).unref()

  const now = () => {
    const machineNow = machine.now()
    if (measured === null) return machineNow
    const passedMs = monotonicMs()
    const strayMs = machineNow.getTime() - passedMs - measured.machineMs
    if (Math.abs(strayMs) > strayMsMax && passedMs - begunMs > betweenMeasurementsMs) void measureOrNote()
    return new Date(Math.round(measured.databaseMs + passedMs))
  }
  return {
    now,
    offsetMs: () => now().getTime() - machine.now().getTime(),
    close: async () => clearInterval(timer),
  }
}
