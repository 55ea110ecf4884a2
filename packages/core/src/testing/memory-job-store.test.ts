import { ok } from '../model/result.ts'
import { jobStoreContract } from './job-store.contract.ts'
import { memoryDatabase } from './memory-database.ts'
import { memoryTransact } from './memory-transact.ts'

jobStoreContract('memory', async () => {
  const database = memoryDatabase({ now: () => new Date() })
  return {
    within: async (work) => void (await memoryTransact(database)(async ({ jobs }) => ok(await work(jobs)))),
    giveUp: async () => {
      const { jobs, jobsDead } = database.tables
      const ids = [...jobs].map(([position, job]) => {
        jobs.delete(position)
        jobsDead.set(`${position}`, job)
        return `${position}`
      })
      return ids
    },
    waiting: async () => [...database.tables.jobs.values()],
    close: async () => {},
  }
})
