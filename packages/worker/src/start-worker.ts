import type { Ken } from '@ken/composition'
import { chatSources, type BackgroundRole } from '@ken/core/ports'
import { runJob } from './run-job.ts'
import { keepHeartbeat } from './keep-heartbeat.ts'
import { listen } from './listen.ts'
import { prepareSearch } from './prepare-search.ts'
import type { BackgroundWork } from './run-until-closed.ts'
import { schedules } from './schedules.ts'

/**
 * `worker` runs jobs that requests enqueue, such as email, and prepares documents for search;
 * `scheduler` runs scheduled jobs and the chat listeners.
 */
export type WorkerRole = BackgroundRole

export type WorkerOptions = {
  readonly ken: Pick<Ken, 'ports' | 'work'>
  readonly roles: readonly WorkerRole[]
}

/**
 * Runs in the background until it is closed. Closing fetches nothing more and finishes running
 * jobs, for at most 10 s.
 */
export async function startWorker({ ken, roles }: WorkerOptions): Promise<BackgroundWork> {
  const { ports, work } = ken
  const working = await work({
    runJob: roles.includes('worker') ? (job, past) => runJob(ports, job, past) : null,
    schedules: roles.includes('scheduler')
      ? schedules.map(({ name, cron, useCase }) => ({ name, cron, run: () => useCase(ports) }))
      : null,
  })
  const parts = [
    working,
    keepHeartbeat(ports, roles),
    ...(roles.includes('worker') ? [prepareSearch(ports)] : []),
    ...(roles.includes('scheduler') ? chatSources.map((source) => listen(ports, source)) : []),
  ]
  return { close: async () => void (await Promise.all(parts.map((part) => part.close()))) }
}
