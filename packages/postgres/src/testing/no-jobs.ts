import type { JobsWithin } from '../postgres-transact.ts'

/** For tests of what has no jobs; the queue has its own. */
export const noJobs: JobsWithin = () => ({
  enqueue: () => Promise.reject(new Error('There is no queue here.')),
  retryDead: () => Promise.reject(new Error('There is no queue here.')),
})

/** For tests of acts that jobs follow from, and not of the jobs. */
export const droppedJobs: JobsWithin = () => ({ enqueue: async () => {}, retryDead: async () => [] })
