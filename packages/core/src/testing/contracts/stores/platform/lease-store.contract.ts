import { describe, expect } from 'vitest'
import type { Transact } from '../../../../ports/stores/transact.ts'
import {
  concurrently,
  committed,
  racesNote,
  testIn,
  type Aging,
  type Closable,
  type SuiteOptions,
} from '../../contract-suite.ts'

type World = Closable & Aging & { readonly transact: Transact }

const take = (transact: Transact, holder: string, name = 'listener') =>
  committed(transact, ({ leases }) => leases.acquire(name, holder, 30))
const release = (transact: Transact, holder: string) =>
  committed(transact, ({ leases }) => leases.release('listener', holder))

/** What every `LeaseStore` must do. `open` returns a fresh, empty world for each test. */
export function leaseStoreContract(
  name: string,
  open: () => Promise<World>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`LeaseStore contract: ${name}${racesNote(options)}`, () => {
    test('R71 gives a lease to one holder, who may renew it, and each name separately', async ({
      transact,
      age,
    }) => {
      expect(await take(transact, 'one')).toBe(true)
      expect(await take(transact, 'two')).toBe(false)
      expect(await take(transact, 'two', 'another lease')).toBe(true)
      await age(20_000)
      expect(await take(transact, 'one')).toBe(true)
      await age(20_000)
      expect(await take(transact, 'two')).toBe(false)
    })

    test('R71 gives an expired lease to another holder, and not back to the earlier one', async ({
      transact,
      age,
    }) => {
      await take(transact, 'one')
      await age(30_000)
      expect(await take(transact, 'two')).toBe(true)
      expect(await take(transact, 'one')).toBe(false)
    })

    test('R71 gives a lease to another holder within a minute, also if the clock was set back', async ({
      transact,
      age,
    }) => {
      await take(transact, 'one')
      await age(-20_000)
      expect(await take(transact, 'two')).toBe(false)
      await age(-20_000)
      expect(await take(transact, 'two')).toBe(true)
      expect(await take(transact, 'one')).toBe(false)
    })

    test('R71 releases a lease for its holder only; another may then acquire it', async ({
      transact,
    }) => {
      await release(transact, 'one')
      await take(transact, 'one')
      await release(transact, 'two')
      expect(await take(transact, 'two')).toBe(false)
      await release(transact, 'one')
      expect(await take(transact, 'two')).toBe(true)
      await release(transact, 'two')
      expect(await take(transact, 'one')).toBe(true)
    })

    if (options.races ?? true) {
      test('R71 gives a lease to one of twenty concurrent calls, also after another holder', async ({
        transact,
        age,
      }) => {
        for (const round of [1, 2]) {
          const acquired = await concurrently(20, (position) =>
            take(transact, `${round}-${position}`),
          )
          expect(acquired.filter(Boolean)).toHaveLength(1)
          await age(30_000)
        }
      })
    }
  })
}
