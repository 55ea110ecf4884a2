import type { Log } from '@ken/core/ports'
import type { JobResult, PgBoss } from 'pg-boss'
import { placesOf } from './places.ts'
import { scheduleQueue } from './queues.ts'

/** Work that recurs. */
export type Schedule = {
  /** Lower-case letters, digits and underscores. */
  readonly name: string
  /** When, as five fields of cron, in UTC. A time that passed while nobody looked is made up for once. */
  readonly cron: string
  readonly run: () => Promise<unknown>
}

type Occurrence = { readonly schedule: string }
const taking = { perJobResults: true, pollingIntervalSeconds: 30 } as const

/** Makes these the schedules of the queue, and runs what is due. However many processes do so, each time is run once. */
export async function keepSchedules(boss: PgBoss, schedules: readonly Schedule[], log: Log): Promise<void> {
  const wanted = new Map(schedules.map((schedule) => [schedule.name, schedule]))
  const kept = new Map((await boss.getSchedules(scheduleQueue)).map(({ key, cron }) => [key, cron]))
  for (const key of kept.keys()) if (!wanted.has(key)) await boss.unschedule(scheduleQueue, key)
  for (const { name, cron } of schedules) {
    if (kept.get(name) === cron) continue
    const occurrence: Occurrence = { schedule: name }
    await boss.schedule(scheduleQueue, cron, occurrence, { key: name, singletonKey: name, missed: 'once' })
  }
  // Notifications of jobs that become due together collapse into one, so the worker fetches until it finds no more.
  const places = placesOf(boss)
  const worker = await boss.work<Occurrence, unknown, typeof taking>(scheduleQueue, taking, (jobs) =>
    places.occupy(0, () => Promise.all(jobs.map(({ id, data }) => runOnce(id, wanted.get(data.schedule), log)))),
  )
  places.settle(worker)
}

/** A schedule that this version does not know is another's, and was removed since. */
async function runOnce(id: string, schedule: Schedule | undefined, log: Log): Promise<JobResult> {
  try {
    await schedule?.run()
    return { id, status: 'completed' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log.warn('schedule.failed', { schedule: schedule?.name ?? null, reason })
    return { id, status: 'failed', output: { reason: 'failed' } }
  }
}
