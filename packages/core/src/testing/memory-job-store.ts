import type { JobStore } from '../ports/job-store.ts'
import type { MemoryTables } from './memory-database.ts'

export const memoryJobStore = ({ jobs }: MemoryTables): JobStore => ({
  async enqueue(added) {
    for (const job of added) jobs.set(jobs.size, job)
  },
})
