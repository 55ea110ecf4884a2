import { jobStoreContract } from '@ken/core/contracts'
import { afterAll, beforeAll, describe } from 'vitest'
import { conversationJobsContract } from './testing/conversation-jobs-contract.ts'
import { endedJobsContract } from './testing/ended-jobs-contract.ts'
import { fetchedJobsContract } from './testing/fetched-jobs-contract.ts'
import { embeddedEngine, queueOn, serverEngine, type Engine } from './testing/queue-world.ts'
import { retriedJobsContract } from './testing/retried-jobs-contract.ts'
import { schedulesContract } from './testing/schedules-contract.ts'

describe.each([
  { name: 'a PostgreSQL server', open: serverEngine, races: true },
  { name: 'PGlite', open: embeddedEngine, races: false },
])('on $name', ({ name, open, races }) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await open()
  })
  afterAll(() => engine.close())

  const world = () => queueOn(engine)
  jobStoreContract(`pg-boss on ${name}`, world, { races })
  fetchedJobsContract(world, { races })
  conversationJobsContract(world, { races })
  retriedJobsContract(world)
  endedJobsContract(world)
  schedulesContract(world, { races })
})
