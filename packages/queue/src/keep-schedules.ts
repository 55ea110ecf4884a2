import type { Log } from '@ken/core/ports'
import type { JobResult, PgBoss } from 'pg-boss'
import { workerSlots } from './worker-slots.ts'
import { scheduleQueue } from './queues.ts'

/** A recurring task. */
export type Schedule = {
  /** Lower-case letters, digits and underscores. */
  readonly name: string
  /** Five cron fields, in UTC. Missed times are made up for once. */
  readonly cron: string
  readonly run: () => Promise<unknown>
}

type Occurrence = { readonly schedule: string }
const fetchOptions = { perJobResults: true, pollingIntervalSeconds: 30 } as const

/**
 * Replaces the schedules of the queue with these and runs what is due. Any number of processes may
 * call this; each occurrence runs once.
 */
export async function keepSchedules(
  boss: PgBoss,
  schedules: readonly Schedule[],
  log: Log,
): Promise<void> {
  const wanted = new Map(schedules.map((schedule) => [schedule.name, schedule]))
  const kept = new Map((await boss.getSchedules(scheduleQueue)).map(({ key, cron }) => [key, cron]))
  for (const key of kept.keys()) if (!wanted.has(key)) await boss.unschedule(scheduleQueue, key)
  for (const { name, cron } of schedules) {
    if (kept.get(name) === cron) continue
    const occurrence: Occurrence = { schedule: name }
    await boss.schedule(scheduleQueue, cron, occurrence, {
      key: name,
      singletonKey: name,
      missed: 'once',
    })
  }
  // Notifications of jobs that become due together collapse into one, so the worker fetches until
  // there are none.
  const slots = workerSlots(boss)
  const worker = await boss.work<Occurrence, unknown, typeof fetchOptions>(
    scheduleQueue,
    fetchOptions,
    (jobs) =>
      slots.run(0, true, () =>
        Promise.all(jobs.map(({ id, data }) => runOnce(id, wanted.get(data.schedule), log))),
      ),
  )
  slots.add(worker)
}

/** An unknown schedule belongs to another version and has been removed. */
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
