import type { Log } from '@ken/core/ports'
import type { Job, JobResult, PgBoss } from 'pg-boss'
import { formerScheduleQueue, scheduleQueue } from './queues.ts'

/** A recurring task. */
export type Schedule = {
  /** Letters, digits and underscores. */
  readonly name: string
  /** Five cron fields, in UTC. Missed times are made up for once. */
  readonly cron: string
  readonly run: () => Promise<unknown>
}

const fetchOptions = {
  perJobResults: true,
  pollingIntervalSeconds: 60,
  notifyPollingIntervalSeconds: 60,
} as const

/**
 * Stores these schedules and runs what is due. Any number of processes may call this; each
 * occurrence runs once.
 *
 * Each schedule has its own queue, so a process takes only occurrences that it can run. Others belong to
 * another version, which may run next to this one: they stay, and one occurrence of each waits.
 */
export async function keepSchedules(
  boss: PgBoss,
  schedules: readonly Schedule[],
  log: Log,
): Promise<void> {
  for (const { key } of await boss.getSchedules(formerScheduleQueue))
    await boss.unschedule(formerScheduleQueue, key)
  const kept = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  for (const schedule of schedules) {
    const { name, ...options } = scheduleQueue(schedule.name)
    if (kept.get(name) !== schedule.cron) {
      await boss.createQueue(name, options)
      await boss.schedule(name, schedule.cron, null, { missed: 'once' })
    }
    await boss.work<object, unknown, typeof fetchOptions>(name, fetchOptions, (jobs) =>
      Promise.all(jobs.map((job) => runOnce(job, schedule, log))),
    )
  }
}

async function runOnce({ id }: Job, { name, run }: Schedule, log: Log): Promise<JobResult> {
  try {
    await run()
    return { id, status: 'completed' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log.warn('schedule.failed', { schedule: name, reason })
    return { id, status: 'failed', output: { reason: 'failed' } }
  }
}
