import { ownJobIdOf, type Job, type JobStore } from '../ports/job-store.ts'
import type { MemoryTables } from './memory-database.ts'

export const memoryJobStore = ({ jobs }: MemoryTables): JobStore => ({
  async enqueue(added) {
    for (const job of added) {
      const isKnown = ownJobIdOf(job) !== null && [...jobs.values()].some((other) => isSame(job, other))
      if (!isKnown) jobs.set(jobs.size, job)
    }
  },
})

const isSame = (job: Job, other: Job): boolean => job.kind === other.kind && ownJobIdOf(job) === ownJobIdOf(other)
