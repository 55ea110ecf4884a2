import { testRedis } from '@ken/testing'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { distributedWorld, type World } from './distributed.ts'
import { startKenHere } from './ken-here.ts'
import { startKen, type RunOptions, type Server } from './ken-program.ts'
import { addMemberWithPassword } from './member.ts'

/** Two servers on one database, with an Owner and a Member. */
export type TwoProcesses = {
  readonly world: World
  /** The requests of a race go to both servers in turn. */
  readonly at: (position: number) => Server
}

/** Null when races cannot run: several processes need Redis. */
export const { url: sharedRedis } = await testRedis()

/** The outcome of a race is random: more rounds find more faults. */
export const rounds = Number(process.env['KEN_TEST_ROUNDS'] ?? 2)
export const raceTimeout = 120_000 + rounds * 15_000

export const atOnce = <Value>(
  count: number,
  work: (position: number) => Promise<Value>,
): Promise<Value[]> => Promise.all(Array.from({ length: count }, (_, position) => work(position)))

/** Two servers on one database that share no memory: one in a process of its own, the other in that of the test. */
export const serversApart = (options: RunOptions): Promise<readonly [Server, Server]> =>
  Promise.all([startKen(['http'], options), startKenHere(['http'], options)])

/** For the suite that calls it, whose races need two processes beside that of the test. Every test begins without failed attempts. */
export function twoProcesses(): TwoProcesses {
  const started = new AsyncDisposableStack()
  let world: World
  let servers: readonly Server[]
  beforeAll(async () => {
    world = started.use(await distributedWorld({ redis: true }))
    await addMemberWithPassword(world)
    servers = await atOnce(2, async () => started.use(await startKen(['http'], world)))
  })
  beforeEach(() => world.sql('delete from guess_budgets'))
  afterAll(() => started.disposeAsync())
  return {
    get world() {
      return world
    },
    at: (position) => servers[position % servers.length]!,
  }
}
