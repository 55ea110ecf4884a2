import { describe, expect } from 'vitest'
import type { Key, KeyId, PersonalKey } from '../../../model/keys/key.ts'
import { keyOutcomes, type UsageHour } from '../../../model/keys/usage.ts'
import type { KeyUsage } from '../../../ports/credentials/key-usage.ts'
import type { Transact } from '../../../ports/stores/transact.ts'
import { aDate, aKey, anAccount, newDigest, newId } from '../../builders/builders.ts'
import { committed, testIn, type Aging, type Closable } from '../contract-suite.ts'

/** A world that counts the calls with keys. */
export type KeyUsageWorld = Closable &
  Aging & {
    readonly keyUsage: KeyUsage
    readonly transact: Transact
    /** Waits until everything counted is stored. */
    readonly settle: () => Promise<void>
  }

/** What every `KeyUsage` must do. `open` returns a fresh, empty world for each test. */
export function keyUsageContract(name: string, open: () => Promise<KeyUsageWorld>) {
  const test = testIn(open)
  describe(`KeyUsage contract: ${name}`, () => {
    test('counts every outcome of every key separately, in the hour of the database', async (world) => {
      const [first, second] = [await aStoredKey(world), await aStoredKey(world)]
      for (const [position, outcome] of keyOutcomes.entries()) {
        for (let call = 0; call <= position; call += 1) world.keyUsage.count(first.id, outcome)
      }
      world.keyUsage.count(second.id, 'ok')
      await world.settle()
      const [hour, ...rest] = await usageOf(world, first.id)
      expect([hour, rest]).toEqual([
        { hour: expect.any(Date) as Date, ok: 1, rateLimited: 2, denied: 3, failed: 4 },
        [],
      ])
      expect(await usageOf(world, second.id)).toMatchObject([
        { ok: 1, rateLimited: 0, denied: 0, failed: 0 },
      ])
      const now = await committed(world.transact, (stores) => stores.now())
      expect(hour!.hour.toISOString()).toMatch(/:00:00\.000Z$/)
      expect(now.getTime() - hour!.hour.getTime()).toBeLessThan(3_601_000)
    })

    test('adds to what was stored before', async (world) => {
      const { id } = await aStoredKey(world)
      for (const round of [1, 2, 3]) {
        for (let call = 0; call < round; call += 1) world.keyUsage.count(id, 'ok')
        await world.settle()
      }
      expect((await usageOf(world, id)).map(({ ok }) => ok).reduce((sum, ok) => sum + ok)).toBe(6)
    })

    test('sets the last use of a key for admitted calls, and not for denied ones', async (world) => {
      const [used, denied] = [await aStoredKey(world), await aStoredKey(world)]
      const before = await committed(world.transact, (stores) => stores.now())
      world.keyUsage.count(used.id, 'denied')
      world.keyUsage.count(used.id, 'rateLimited')
      world.keyUsage.count(denied.id, 'denied')
      await world.settle()
      const [lastUsedAt, never] = await committed(world.transact, async ({ keys }) =>
        [await keys.find(used.id), await keys.find(denied.id)].map((key) => key?.lastUsedAt),
      )
      expect(lastUsedAt!.getTime()).toBeGreaterThanOrEqual(before.getTime())
      expect(never).toBeNull()
    })

    test('changes nothing else of a key', async (world) => {
      const key = await aStoredKey(world, { expiresAt: aDate, revokedAt: aDate })
      world.keyUsage.count(key.id, 'ok')
      await world.settle()
      const found = await committed(world.transact, ({ keys }) => keys.find(key.id))
      expect(found).toEqual({ ...key, lastUsedAt: expect.any(Date) as Date })
    })

    test('drops calls with a deleted key, and keeps those of others', async (world) => {
      const { id } = await aStoredKey(world)
      const gone = newId() as KeyId
      for (const keyId of [gone, id, gone]) world.keyUsage.count(keyId, 'ok')
      await world.settle()
      expect(await usageOf(world, id)).toMatchObject([{ ok: 1 }])
      expect(await usageOf(world, gone)).toEqual([])
    })
  })
}

/** A key of a new account. */
export async function aStoredKey(
  { transact }: KeyUsageWorld,
  overrides: Partial<PersonalKey> = {},
): Promise<Key> {
  const owner = anAccount()
  const key = aKey(owner, overrides)
  await committed(transact, async ({ accounts, keys }) => {
    await accounts.insert(owner)
    await keys.insert(key, newDigest())
  })
  return key
}

/** What was counted of a key since a time. */
export const usageOf = (
  { transact }: KeyUsageWorld,
  id: KeyId,
  since = aDate,
): Promise<readonly UsageHour[]> =>
  committed(transact, ({ keyUsage }) => keyUsage.listHours(id, since))
