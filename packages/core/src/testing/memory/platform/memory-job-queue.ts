import type { JobQueue } from '../../../ports/platform/job-queue.ts'
import { jobKinds } from '../../../ports/stores/job-store.ts'
import type { MemoryDatabase } from '../memory-database.ts'

/** All jobs are waiting, because no worker runs in memory. */
export const memoryJobQueue = (database: MemoryDatabase): JobQueue => ({
  async count() {
    const jobs = [...database.tables.jobs.values()]
    const waiting = (kind: string) => jobs.filter((job) => job.kind === kind).length
    return jobKinds.map((kind) => ({ kind, waiting: waiting(kind), running: 0, deadLettered: 0 }))
  },
  listDead: async () => [],
  overdueSeconds: async () => 0,
})
