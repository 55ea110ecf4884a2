import type { JobsWithin } from '../postgres-transact.ts'

/** For tests without jobs; the queue tests its own. */
export const noJobs: JobsWithin = () => ({
  enqueue: () => Promise.reject(new Error('There is no queue here.')),
  retryDead: () => Promise.reject(new Error('There is no queue here.')),
  dropWaiting: () => Promise.reject(new Error('There is no queue here.')),
})

/** Drops jobs: for tests of what enqueues them. */
export const droppedJobs: JobsWithin = () => ({
  enqueue: async () => {},
  retryDead: async () => [],
  dropWaiting: async () => ({ dropped: [], kept: [] }),
})
