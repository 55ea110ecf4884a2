import { jobKeyOf, type Job, type JobStore } from '../../../ports/stores/job-store.ts'
import type { MemoryTables } from '../memory-database.ts'

export const memoryJobStore = ({ jobs, jobsDead }: MemoryTables): JobStore => ({
  async enqueue(added) {
    for (const job of added) {
      const isKnown =
        jobKeyOf(job) !== null && [...jobs.values()].some((other) => isSame(job, other))
      if (!isKnown) jobs.set(jobs.size, job)
    }
  },

  async retryDead(ids) {
    const found = [...jobsDead].filter(([id]) => ids === 'all' || ids.includes(id))
    for (const [id, job] of found) {
      jobsDead.delete(id)
      jobs.set(jobs.size, job)
    }
    return found.map(([id]) => id)
  },
})

const isSame = (job: Job, other: Job): boolean =>
  job.kind === other.kind && jobKeyOf(job) === jobKeyOf(other)
