import type { Log } from '@ken/core/ports'
import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { Connection, Listen } from './connection.ts'
import { keepSchedules, type Schedule } from './keep-schedules.ts'
import { isOfConnection, loggedConnection } from './logged-connection.ts'
import { jobQueueNames, scheduleQueue } from './queues.ts'
import { takeJobs, type JobWork, type Wakers } from './take-jobs.ts'

export type WorkOptions = {
  readonly connection: Connection
  readonly listen: Listen
  readonly schema: string
  readonly log: Log
  /** Null where others carry jobs out. */
  readonly jobs: JobWork | null
  /** All there are. Null where others run them. */
  readonly schedules: readonly Schedule[] | null
  /** How often it is looked for workers that gave no sign of life and for schedules that are due, 1 to 45. */
  readonly lookingSeconds?: number
}

/** Work under way. */
export type Working = {
  /** Takes nothing more and finishes what is under way, for at most 10 s; what is left then goes to others. */
  readonly close: () => Promise<void>
}

const drainMs = 10_000
const stopMs = 2_000
/**
 * Takes jobs and runs schedules until it is closed; any number of processes may do so at once. Looks after the
 * queue, too: what a worker had that died goes to others within a minute, and what is done is removed. While the
 * database is away it waits.
 */
export async function workQueue(options: WorkOptions): Promise<Working> {
  const { schema, log, listen, jobs, schedules, lookingSeconds = 15 } = options
  const connection = loggedConnection(options.connection, log)
  const wakers: Wakers = new Map()
  const boss = new PgBoss({
    db: { executeSql: connection.executeSql, listen: listenFor(listen, wakers) },
    schema,
    useListenNotify: true,
    schedule: schedules !== null,
    cronMonitorIntervalSeconds: lookingSeconds,
    cronWorkerIntervalSeconds: lookingSeconds,
    superviseIntervalSeconds: lookingSeconds,
    monitorIntervalSeconds: lookingSeconds,
    maintenanceIntervalSeconds: 600,
    // No job waits for another.
    flowIntervalSeconds: 3_600,
  })
  boss.on('error', (error) => isOfConnection(error) || log.warn('queue.failed', { reason: error.message }))
  boss.on('warning', ({ message }) => log.warn('queue.warning', { message }))
  const stop = () => atMost(stopMs, boss.stop({ graceful: false }))
  try {
    await boss.start()
    if (jobs !== null) await takeJobs(boss, jobs, { log, wakers })
    if (schedules !== null) await keepSchedules(boss, schedules, log)
    // What a former worker left is not to wait for the first look. That it failed has been logged.
    void boss.supervise().catch(() => {})
  } catch (error) {
    await stop()
    throw error
  }
  return {
    async close() {
      await atMost(drainMs, Promise.all([...jobQueueNames, scheduleQueue].map((name) => boss.offWork(name))))
      await stop()
    },
  }
}

/** Tells of a new job whoever wakes the places of its queue, else pg-boss, which wakes all workers of a queue. */
const listenFor =
  (listen: Listen, wakers: Wakers): Listen =>
  (channel, onNotification, onGap) =>
    listen(channel, (queue) => (wakers.get(queue) ?? (() => onNotification(queue)))(), onGap)

/** Waits for a work, but no longer than this. */
async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController()
  try {
    await Promise.race([work, sleep(milliseconds, undefined, { signal: ended.signal })])
  } finally {
    ended.abort()
  }
}
