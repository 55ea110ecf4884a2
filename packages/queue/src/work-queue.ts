import type { Log } from '@ken/core/ports'
import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { Listen, WorkConnection } from './connection.ts'
import { keepSchedules, type Schedule } from './keep-schedules.ts'
import { isOfConnection, loggedConnection } from './logged-connection.ts'
import { scheduleQueue } from './queues.ts'
import { runningWork } from './running-work.ts'
import { setRetryIn } from './set-retry.ts'
import { takeJobs, type JobWork, type Taking } from './take-jobs.ts'

export type WorkOptions = {
  readonly connection: WorkConnection
  readonly listen: Listen
  readonly schema: string
  readonly log: Log
  /** Null if other processes run the jobs. */
  readonly jobs: JobWork | null
  /** All schedules. Null if other processes run them. */
  readonly schedules: readonly Schedule[] | null
  /** How often to check for dead workers and due schedules, 1 to 45. */
  readonly checkSeconds?: number
}

/** A running worker. */
export type Working = {
  /**
   * Fetches nothing more and finishes running jobs, for at most 10 s; the rest goes to other
   * workers. Waits at most 2 s for a database that does not respond while no job runs.
   */
  readonly close: () => Promise<void>
}

const drainMs = 10_000
/** Enough to store the result of the last job. */
const restMs = 2_000
const stopMs = 2_000
/**
 * Runs jobs and schedules until it is closed; any number of processes may do so. Also maintains the
 * queue: jobs of a dead worker go to others within a minute, and completed jobs are removed. Waits
 * while the database is unavailable.
 */
export async function workQueue(options: WorkOptions): Promise<Working> {
  const { schema, log, listen, jobs, schedules, checkSeconds = 15 } = options
  const scheduleQueueNames = schedules?.map(({ name }) => scheduleQueue(name).name) ?? []
  const connection = loggedConnection(options.connection, log)
  const running = runningWork()
  let taking: Taking | null = null
  const boss = new PgBoss({
    db: { executeSql: connection.executeSql, listen: listenFor(listen, () => taking) },
    schema,
    useListenNotify: true,
    schedule: schedules !== null,
    cronMonitorIntervalSeconds: checkSeconds,
    cronWorkerIntervalSeconds: checkSeconds,
    superviseIntervalSeconds: checkSeconds,
    monitorIntervalSeconds: checkSeconds,
    maintenanceIntervalSeconds: 600,
    // Jobs do not depend on each other.
    flowIntervalSeconds: 3_600,
  })
  boss.on(
    'error',
    (error) => isOfConnection(error) || log.warn('queue.failed', { reason: error.message }),
  )
  boss.on('warning', ({ message }) => log.warn('queue.warning', { message }))
  const stop = () =>
    atMost(stopMs, () => Promise.all([taking?.abandon(), boss.stop({ graceful: false })]))
  try {
    await connection.executeSql(forgetFuture(schema))
    await boss.start()
    if (jobs !== null) {
      const counted = { ...jobs, runJob: running.counted(jobs.runJob) }
      taking = takeJobs(boss, counted, {
        log,
        connection,
        schema,
        setRetry: setRetryIn(connection, schema),
      })
    }
    const tasks = schedules?.map((task) => ({ ...task, run: running.counted(task.run) }))
    if (tasks !== undefined) await keepSchedules(boss, tasks, log)
    // Jobs of a dead worker need not wait for the first check. A failure has been logged.
    void boss.supervise().catch(() => {})
  } catch (error) {
    await stop()
    throw error
  }
  return {
    async close() {
      await atMost(drainMs, (signal) =>
        Promise.race([
          Promise.all([taking?.close(), ...scheduleQueueNames.map((name) => boss.offWork(name))]),
          running.rested(restMs, signal),
        ]),
      )
      await stop()
    },
  }
}

/**
 * Corrects times that lie ahead: the clock of the database was wrong and is set back. Until then, no schedule would be due
 * and no job of a dead worker found. A live worker soon notes the time of its job again.
 */
const forgetFuture = (schema: string): string => `
  update ${schema}.version set cron_on = null where cron_on > now();
  update ${schema}.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null
    where greatest(monitor_claim_on, monitor_on, maintain_on) > now();
  update ${schema}.job set heartbeat_on = now() where state = 'active' and heartbeat_on > now();
`

/** Passes notifications of jobs to where they are taken, and others to pg-boss. Any may be missed in a gap. */
const listenFor =
  (listen: Listen, taking: () => Taking | null): Listen =>
  (channel, onNotification, onGap) =>
    listen(
      channel,
      (queue) => {
        if (taking()?.wake(queue) !== true) onNotification(queue)
      },
      () => {
        taking()?.wakeAll()
        onGap()
      },
    )

/** Waits for work, but at most this long. The signal aborts when the wait ends. */
async function atMost(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const ended = new AbortController()
  const { signal } = ended
  try {
    await Promise.race([work(signal), sleep(milliseconds, undefined, { signal })])
  } finally {
    ended.abort()
  }
}
