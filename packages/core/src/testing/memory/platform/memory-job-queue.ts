import type { JobQueue } from '../../../ports/platform/job-queue.ts'
import type { RemovalJob } from '../../../model/knowledge/source-removal.ts'
import { jobKinds, type Job } from '../../../ports/stores/platform/job-store.ts'
import type { MemoryDatabase } from '../memory-database.ts'

/** All jobs are waiting, because no worker runs in memory. */
export const memoryJobQueue = (database: MemoryDatabase): JobQueue => ({
  async count() {
    const jobs = [...database.tables.jobs.values()]
    const waiting = (kind: string) => jobs.filter((job) => job.kind === kind).length
    return jobKinds.map((kind) => ({
      kind,
      waiting: waiting(kind),
      delayed: 0,
      running: 0,
      deadLettered: 0,
    }))
  },
  listDead: async () => [],
  listRemovals: async (limit) =>
    [
      ...removalsIn(database.tables.jobs, 'fresh'),
      ...removalsIn(database.tables.jobsDead, 'dead'),
    ].slice(0, limit),
  overdueSeconds: async () => 0,
})

const removalsIn = (
  jobs: ReadonlyMap<number | string, Job>,
  state: RemovalJob['state'],
): readonly RemovalJob[] =>
  [...jobs].flatMap(([id, job]) =>
    job.kind === 'remove_source'
      ? [{ id: String(id), source: job.source, state, reason: null }]
      : [],
  )
