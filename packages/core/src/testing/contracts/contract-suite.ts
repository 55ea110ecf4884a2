import { describe, it } from 'vitest'
import type { Stores, Transact } from '../../ports/stores/transact.ts'
import { ok } from '../../model/result.ts'

export type Closable = { close(): Promise<void> }
/** Makes everything stored older by this time. */
export type Aging = { readonly age: (milliseconds: number) => Promise<void> }
/** The same, as time in which no server was up. */
export type Halting = { readonly halt: (milliseconds: number) => Promise<void> }
/** Records that a server signs with a secret. */
export type Signing = { readonly signWith: (secretId: string) => Promise<void> }
export type WorldTest<World> = (guarantee: string, body: (world: World) => Promise<void>) => void

/** `races: false` omits the tests that need two connections. */
export type SuiteOptions = { readonly races?: boolean }

/** The note on races in the title of a suite. */
export const racesNote = ({ races = true }: SuiteOptions): string =>
  races ? '' : ' (one connection, so no races)'

/** Groups the tests that need two connections; registers none where the world has one. */
export function describeRaces({ races = true }: SuiteOptions, tests: () => void): void {
  // oxlint-disable-next-line vitest/no-conditional-tests, vitest/valid-describe-callback -- a suite without races says so in its title, and the caller gives the tests
  if (races) describe('races', tests)
}

/** A test function that opens a fresh world for each test and closes it afterwards. */
export const testIn =
  <World extends Closable>(open: () => Promise<World>): WorldTest<World> =>
  (guarantee, body) =>
    // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- both are passed as arguments
    it(guarantee, async () => {
      const world = await open()
      try {
        await body(world)
      } finally {
        await world.close()
      }
    })

/** Commits work that cannot fail, and returns its value. */
export const committed = async <Value>(
  transact: Transact,
  work: (stores: Stores) => Promise<Value>,
): Promise<Value> => (await transact(async (stores) => ok(await work(stores)))).value

/** Starts `count` works concurrently and waits for all. */
export const concurrently = <Value>(
  count: number,
  work: (position: number) => Promise<Value>,
): Promise<Value[]> => Promise.all(Array.from({ length: count }, (_, position) => work(position)))

/** Starts `count` works concurrently and counts those that did not throw. */
export const countFulfilled = async (
  count: number,
  work: () => Promise<unknown>,
): Promise<number> =>
  (await Promise.allSettled(Array.from({ length: count }, work))).filter(
    ({ status }) => status === 'fulfilled',
  ).length
