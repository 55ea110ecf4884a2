import { jobKeyOf, type Job, type JobStore } from '../../../../ports/stores/platform/job-store.ts'
import type { MemoryTables } from '../../memory-database.ts'

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

  async dropWaiting(kinds) {
    const dropped: ReadonlySet<string> = new Set(kinds)
    const { true: gone = [], false: kept = [] } = Object.groupBy(
      jobs.values(),
      ({ kind }) => `${dropped.has(kind)}` as const,
    )
    jobs.clear()
    for (const job of kept) jobs.set(jobs.size, job)
    return { dropped: gone, kept: [] }
  },
})

const isSame = (job: Job, other: Job): boolean =>
  job.kind === other.kind && jobKeyOf(job) === jobKeyOf(other)
