import { describe, expect } from 'vitest'
import { keyOutcomes, type UsageHour } from '../../../../model/keys/usage.ts'
import { committed, testIn } from '../../contract-suite.ts'
import { aStoredKey, usageOf, type KeyUsageWorld } from '../../credentials/key-usage.contract.ts'

/** What every `KeyUsageStore` must do. `open` returns a fresh, empty world for each test. */
export function keyUsageStoreContract(name: string, open: () => Promise<KeyUsageWorld>) {
  const test = testIn(open)
  describe(`KeyUsageStore contract: ${name}`, () => {
    test('returns no hour before the requested time', async (world) => {
      const { id } = await aStoredKey(world)
      world.keyUsage.count(id, 'ok')
      await world.settle()
      const [{ hour }] = (await usageOf(world, id)) as [UsageHour]
      expect(await usageOf(world, id, hour)).toHaveLength(1)
      expect(await usageOf(world, id, new Date(hour.getTime() + 1))).toEqual([])
    })

    test('counts the calls of any outcome with each key in the week that ends now, by day', async (world) => {
      const [first, second, unused] = [
        await aStoredKey(world),
        await aStoredKey(world),
        await aStoredKey(world),
      ]
      for (const outcome of keyOutcomes) world.keyUsage.count(first.id, outcome)
      world.keyUsage.count(second.id, 'ok')
      await world.settle()
      const ids = [first.id, second.id, unused.id]
      const [{ hour }] = (await usageOf(world, first.id)) as [UsageHour]
      const weeksAfter = async (hours: number) => {
        const now = new Date(hour.getTime() + hours * 3_600_000 + 1)
        const weeks = await committed(world.transact, ({ keyUsage }) =>
          keyUsage.listWeeks(ids, now),
        )
        return ids.map((id) => weeks.get(id))
      }
      expect(await weeksAfter(0)).toEqual([[0, 0, 0, 0, 0, 0, 4], [0, 0, 0, 0, 0, 0, 1], undefined])
      expect((await weeksAfter(23))[0]).toEqual([0, 0, 0, 0, 0, 0, 4])
      expect((await weeksAfter(24))[0]).toEqual([0, 0, 0, 0, 0, 4, 0])
      expect((await weeksAfter(167))[0]).toEqual([4, 0, 0, 0, 0, 0, 0])
      expect(await weeksAfter(168)).toEqual([undefined, undefined, undefined])
    })

    test('prunes at most `countMax` hours that ended more than `daysKept` days ago, and no others', async (world) => {
      const [old, recent] = [await aStoredKey(world), await aStoredKey(world)]
      for (let hour = 0; hour < 3; hour += 1) {
        world.keyUsage.count(old.id, 'ok')
        await world.settle()
        await world.age(3_600_000)
      }
      await world.age(2 * 86_400_000)
      world.keyUsage.count(recent.id, 'ok')
      await world.settle()
      const prune = (daysKept: number) =>
        committed(world.transact, ({ keyUsage }) => keyUsage.pruneHours(daysKept, 2))
      expect(await prune(3)).toBe(0)
      expect([await prune(1), await prune(1), await prune(1)]).toEqual([2, 1, 0])
      const { lastUsedAt } = (await committed(world.transact, ({ keys }) => keys.find(old.id)))!
      expect([await usageOf(world, old.id), lastUsedAt]).toEqual([[], expect.any(Date)])
      expect(await usageOf(world, recent.id)).toHaveLength(1)
    })
  })
}
