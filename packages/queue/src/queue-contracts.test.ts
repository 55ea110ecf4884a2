import { jobStoreContract } from '@ken/core/contracts'
import { afterAll, beforeAll, describe } from 'vitest'
import { embeddedEngine, queueOn, serverEngine, type Engine } from './testing/queue-world.ts'
import { jobsContract } from './testing/jobs-contract.ts'
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
  jobsContract(world, { races })
  schedulesContract(world, { races })
})
