import { it } from 'vitest'
import type { Stores, Transact } from '../../ports/stores/transact.ts'
import { ok } from '../../model/result.ts'

export type Closable = { close(): Promise<void> }
/** Lets everything stored look older, as if that time had passed. */
export type Aging = { readonly age: (milliseconds: number) => Promise<void> }
/** The same, of time in which no server was up. */
export type Halting = { readonly halt: (milliseconds: number) => Promise<void> }
/** Has a server note that it signs with a secret. */
export type Signing = { readonly signWith: (secretId: string) => Promise<void> }
export type WorldTest<World> = (guarantee: string, body: (world: World) => Promise<void>) => void

/** `races: false` leaves out what needs two connections. */
export type SuiteOptions = { readonly races?: boolean }

/** What the title of a suite without races says. */
export const racesNote = ({ races = true }: SuiteOptions): string => (races ? '' : ' (one connection, so no races)')

/** A test function whose every body gets a fresh world, closed afterwards. */
export const testIn =
  <World extends Closable>(open: () => Promise<World>): WorldTest<World> =>
  (guarantee, body) =>
    // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- both are the caller's, who gives them as arguments
    it(guarantee, async () => {
      const world = await open()
      try {
        await body(world)
      } finally {
        await world.close()
      }
    })

/** The value of a work that cannot fail, committed. */
export const committed = async <Value>(transact: Transact, work: (stores: Stores) => Promise<Value>): Promise<Value> =>
  (await transact(async (stores) => ok(await work(stores)))).value

/** Starts `count` works together and waits for all. */
export const atOnce = <Value>(count: number, work: (position: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, (_, position) => work(position)))

/** Starts `count` works together; how many of them did not throw. */
export const countKept = async (count: number, work: () => Promise<unknown>): Promise<number> =>
  (await Promise.allSettled(Array.from({ length: count }, work))).filter(({ status }) => status === 'fulfilled').length
