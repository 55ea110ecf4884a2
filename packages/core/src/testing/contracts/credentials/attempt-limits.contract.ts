import { describe, expect } from 'vitest'
import type {
  AttemptDecision,
  AttemptBucket,
  AttemptLimits,
  AttemptLimit,
} from '../../../ports/credentials/attempt-limits.ts'
import { accountBucket } from '../../../attempt-limits/attempt-limits.ts'
import type { Transact } from '../../../ports/stores/transact.ts'
import { anAccount, newId } from '../../builders/builders.ts'
import {
  concurrently,
  committed,
  racesNote,
  testIn,
  type Aging,
  type Closable,
  type SuiteOptions,
  describeRaces,
} from '../contract-suite.ts'

type World = Closable &
  Aging & { readonly attemptLimits: AttemptLimits; readonly transact: Transact }

const minute = 60_000
const dayMs = 86_400_000
/** A window of sixteen minutes, so that delays are whole minutes. */
const limit: AttemptLimit = {
  failuresMax: 5,
  windowSeconds: 960,
  firstDelaySeconds: 60,
  consecutiveMax: 1_000,
}

/** What every `AttemptLimits` must do. `open` returns a fresh, empty world for each test. */
export function attemptLimitsContract(
  name: string,
  open: () => Promise<World>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`AttemptLimits contract: ${name}${racesNote(options)}`, () => {
    describe('failures', () => {
      test('R21 allows attempts up to the limit, counts each, and closes after the last', async (world) => {
        const bucket = newBucket()
        const attempts = await takeAll(world, bucket, 5)
        expect(attempts).toEqual(
          [1, 2, 3, 4, 5].map((count) => ({ allowed: true, failures: count })),
        )
        const refused = { allowed: false, retryAfterSeconds: expect.any(Number) as number }
        expect(await takeAll(world, bucket, 3)).toEqual([refused, refused, refused])
      })

      test('closes after the first attempt if the limit allows one', async (world) => {
        const once = { ...limit, failuresMax: 1 }
        const bucket = newBucket()
        expect(countAllowed(await takeAll(world, bucket, 3, once))).toBe(1)
        await world.age(32 * minute)
        expect(countAllowed(await takeAll(world, bucket, 3, once))).toBe(1)
      })

      test('R22 counts every bucket separately', async (world) => {
        const id = newId()
        await takeAll(world, `account:${id}`, 6)
        expect(await takeAll(world, `address:${id}`, 1)).toEqual([{ allowed: true, failures: 1 }])
        expect(await takeAll(world, `account:${id}x`, 1)).toEqual([{ allowed: true, failures: 1 }])
        expect(await takeAll(world, `account:${id}`, 1)).toMatchObject([{ allowed: false }])
      })

      test('starts a new window when the old one has ended, counted from its first failure', async (world) => {
        const bucket = newBucket()
        await takeAll(world, bucket, 2)
        await world.age(10 * minute)
        await takeAll(world, bucket, 2)
        await world.age(6 * minute)
        expect(await takeAll(world, bucket, 1)).toEqual([{ allowed: true, failures: 1 }])
      })
    })
    describe('delays', () => {
      test('R21 doubles the delay with every further failure, up to the length of the window', async (world) => {
        const bucket = newBucket()
        await takeAll(world, bucket, 5)
        const delaysMinutes: number[] = []
        for (const _ of [6, 7, 8, 9]) {
          delaysMinutes.push(await minutesClosed(world, bucket))
          await world.age(delaysMinutes.at(-1)! * minute)
          expect(await takeAll(world, bucket, 1)).toMatchObject([{ allowed: true }])
        }
        delaysMinutes.push(await minutesClosed(world, bucket))
        expect(delaysMinutes).toEqual([1, 2, 4, 8, 16])
      })

      test('R64 allows at most `failuresMax` attempts in any window if the first delay is the whole window', async (world) => {
        const strict = { ...limit, firstDelaySeconds: 960 }
        const bucket: AttemptBucket = 'external_id:teamchat:U1'
        expect(countAllowed(await takeAll(world, bucket, 9, strict))).toBe(5)
        await world.age(15 * minute)
        expect(countAllowed(await takeAll(world, bucket, 1, strict))).toBe(0)
        await world.age(minute)
        expect(countAllowed(await takeAll(world, bucket, 9, strict))).toBe(5)
      })

      test('stays closed for its whole delay, despite further attempts, and says how much of it is left', async (world) => {
        const bucket = newBucket()
        await takeAll(world, bucket, 6)
        await world.age(28_000)
        const [decision] = await takeAll(world, bucket, 1)
        const seconds = decision?.allowed === false ? decision.retryAfterSeconds : null
        expect(seconds).toBeGreaterThan(20)
        expect(seconds).toBeLessThanOrEqual(30)
        expect(countAllowed(await takeAll(world, bucket, 10))).toBe(0)
        await world.age(20_000)
        expect(await takeAll(world, bucket, 2)).toMatchObject([
          { allowed: true, failures: 6 },
          { allowed: false },
        ])
      })

      test('starts again once a window has passed since the last failure', async (world) => {
        const bucket = newBucket()
        await takeAll(world, bucket, 6)
        await world.age(16 * minute)
        expect(countAllowed(await takeAll(world, bucket, 9))).toBe(5)
      })
    })
    describe('attempts given back', () => {
      test('R21 gives one attempt back, also the one that closed the bucket', async (world) => {
        const bucket = newBucket()
        await takeAll(world, bucket, 5)
        await world.attemptLimits.refund(bucket)
        expect(await takeAll(world, bucket, 2)).toMatchObject([
          { allowed: true, failures: 5 },
          { allowed: false },
        ])
      })

      test('empties a bucket', async (world) => {
        const bucket = newBucket()
        await takeAll(world, bucket, 6)
        await world.attemptLimits.clear(bucket)
        expect(countAllowed(await takeAll(world, bucket, 9))).toBe(5)
      })

      test('gives nothing back to an empty bucket, or to another bucket', async (world) => {
        const [bucket, other] = [newBucket(), newBucket()]
        await takeAll(world, other, 6)
        await world.attemptLimits.refund(bucket)
        await world.attemptLimits.clear(bucket)
        expect(await takeAll(world, bucket, 1)).toEqual([{ allowed: true, failures: 1 }])
        await world.attemptLimits.refund(bucket)
        await world.attemptLimits.refund(bucket)
        expect(countAllowed(await takeAll(world, bucket, 9))).toBe(5)
        expect(await takeAll(world, other, 1)).toMatchObject([{ allowed: false }])
      })
    })
    describe('consecutive failures', () => {
      const stubborn: AttemptLimit = {
        failuresMax: 3,
        windowSeconds: 960,
        firstDelaySeconds: 60,
        consecutiveMax: 7,
      }

      test('R25 closes permanently after `consecutiveMax` failures over all windows, until it is cleared', async (world) => {
        const bucket = newBucket()
        let allowed = 0
        for (let window = 0; window < 5; window += 1) {
          allowed += countAllowed(await takeAll(world, bucket, 4, stubborn))
          await world.age(32 * minute)
        }
        expect(allowed).toBe(7)
        expect(await takeAll(world, bucket, 1, stubborn)).toEqual([
          { allowed: false, retryAfterSeconds: null },
        ])
        await world.attemptLimits.clear(bucket)
        expect(await takeAll(world, bucket, 1, stubborn)).toEqual([{ allowed: true, failures: 1 }])
      })

      test('closes for a delay only if the limit has no limit on consecutive failures', async (world) => {
        const endless: AttemptLimit = {
          failuresMax: 1,
          windowSeconds: 960,
          firstDelaySeconds: 60,
          consecutiveMax: Number.MAX_SAFE_INTEGER,
        }
        const bucket: AttemptBucket = 'address:2001:db8:0:0::/64'
        for (let tries = 0; tries < 10; tries += 1) {
          const attempts = await takeAll(world, bucket, 2, endless)
          expect(attempts).toMatchObject([
            { allowed: true },
            { allowed: false, retryAfterSeconds: expect.any(Number) as number },
          ])
          await world.age(16 * minute)
        }
      })

      test('R25 does not count an attempt that was given back', async (world) => {
        const bucket = newBucket()
        for (let tries = 0; tries < 20; tries += 1) {
          expect(await takeAll(world, bucket, 1, stubborn)).toMatchObject([{ allowed: true }])
          await world.attemptLimits.refund(bucket)
        }
      })
    })
    describe('pruning', () => {
      test('prunes at most `countMax` buckets whose window has ended, and no others', async (world) => {
        const { attemptLimits } = world
        for (const bucket of [
          'address:192.0.2.7',
          'account:unknown@example.com',
          'source:helpdesk',
          newBucket(),
        ] as const) {
          await takeAll(world, bucket, 2)
        }
        await world.age(16 * minute)
        const counting = newBucket()
        await takeAll(world, counting, 2)
        expect([
          await attemptLimits.prune(3),
          await attemptLimits.prune(3),
          await attemptLimits.prune(3),
        ]).toEqual([3, 1, 0])
        expect(await takeAll(world, counting, 1)).toEqual([{ allowed: true, failures: 3 }])
      })

      test('prunes no closed bucket', async (world) => {
        const bucket = newBucket()
        await takeAll(world, bucket, 5)
        for (const _ of [6, 7, 8, 9]) {
          expect([
            await world.attemptLimits.prune(10),
            countAllowed(await takeAll(world, bucket, 1)),
          ]).toEqual([0, 0])
          await world.age((await minutesClosed(world, bucket)) * minute)
          expect(countAllowed(await takeAll(world, bucket, 1))).toBe(1)
        }
      })

      test('R25 keeps the consecutive failures of an account, and prunes them with the account or once they are given back', async (world) => {
        const { attemptLimits, transact } = world
        const account = anAccount()
        const bucket = accountBucket(account.id)
        const last: AttemptLimit = { ...limit, consecutiveMax: 3 }
        await committed(transact, ({ accounts }) => accounts.insert(account))
        await takeAll(world, bucket, 2, last)
        await world.age(16 * minute)
        expect(await attemptLimits.prune(10)).toBe(0)
        expect(countAllowed(await takeAll(world, bucket, 3, last))).toBe(1)
        await world.age(16 * minute)
        for (const _ of [1, 2, 3]) await attemptLimits.refund(bucket)
        expect(await attemptLimits.prune(10)).toBe(1)
        await takeAll(world, bucket, 2, last)
        await world.age(16 * minute)
        await committed(transact, ({ accounts }) => accounts.remove(account.id))
        expect(await attemptLimits.prune(10)).toBe(1)
      })

      test('R25 R151 keeps the consecutive failures of a device for 90 days, those of its account for longer', async (world) => {
        const { attemptLimits, transact } = world
        const account = anAccount()
        const device: AttemptBucket = `device:${account.id}:${newId()}`
        const last: AttemptLimit = { ...limit, consecutiveMax: 3 }
        await committed(transact, ({ accounts }) => accounts.insert(account))
        await takeAll(world, accountBucket(account.id), 2, last)
        await takeAll(world, device, 2, last)
        await world.age(90 * dayMs)
        expect(await attemptLimits.prune(10)).toBe(0)
        expect(countAllowed(await takeAll(world, device, 3, last))).toBe(1)
        await world.age(90 * dayMs)
        expect(await attemptLimits.prune(10)).toBe(0)
        await world.age(16 * minute)
        expect(await attemptLimits.prune(10)).toBe(1)
        expect(countAllowed(await takeAll(world, device, 3, last))).toBe(3)
        expect(countAllowed(await takeAll(world, accountBucket(account.id), 3, last))).toBe(1)
      })
    })
    describeRaces(options, () => {
      test('R21 never allows more of a hundred concurrent attempts than the limit says', async ({
        attemptLimits,
      }) => {
        for (const { failuresMax, bucket } of [
          { failuresMax: 1, bucket: newBucket() },
          { failuresMax: 10, bucket: newBucket() },
          { failuresMax: 60, bucket: newBucket() },
        ] as const) {
          const attempts = await concurrently(100, () =>
            attemptLimits.take(bucket, { ...limit, failuresMax }),
          )
          const counts = attempts.flatMap((decision) =>
            decision.allowed ? [decision.failures] : [],
          )
          expect(counts.toSorted((one, other) => one - other)).toEqual(
            Array.from({ length: failuresMax }, (_, position) => position + 1),
          )
        }
      })

      test('R21 R25 never allows more of twenty concurrent attempts than the consecutive failures left', async ({
        attemptLimits,
      }) => {
        const bucket = newBucket()
        const attempts = await concurrently(20, () =>
          attemptLimits.take(bucket, { ...limit, failuresMax: 100, consecutiveMax: 3 }),
        )
        expect(countAllowed(attempts)).toBe(3)
      })

      test('admits all of twenty concurrent correct attempts, though only five may fail', async ({
        attemptLimits,
      }) => {
        const bucket = newBucket()
        const attempts = await concurrently(20, async () => {
          const decision = await attemptLimits.take(bucket, limit)
          if (decision.allowed) await attemptLimits.refund(bucket)
          return decision
        })
        expect(countAllowed(attempts)).toBe(20)
        expect(await attemptLimits.take(bucket, limit)).toEqual({ allowed: true, failures: 1 })
      })

      test('R21 loses no attempt that is taken during pruning', async ({ attemptLimits }) => {
        const buckets = Array.from({ length: 10 }, newBucket)
        await concurrently(100, async (position) => {
          await attemptLimits.take(buckets[position % 10]!, { ...limit, failuresMax: 100 })
          if (position % 10 === 9) await attemptLimits.prune(10)
        })
        for (const bucket of buckets)
          expect(await attemptLimits.take(bucket, limit)).toMatchObject({ failures: 11 })
      })

      test('R21 loses no attempt that is given back while others are taken', async ({
        attemptLimits,
      }) => {
        const bucket = newBucket()
        await concurrently(20, async () => {
          await attemptLimits.take(bucket, { ...limit, failuresMax: 100 })
          await attemptLimits.refund(bucket)
        })
        expect(await attemptLimits.take(bucket, limit)).toEqual({ allowed: true, failures: 1 })
      })
    })
  })
}

const newBucket = (): AttemptBucket => `account:${newId()}`
const countAllowed = (attempts: readonly AttemptDecision[]): number =>
  attempts.filter(({ allowed }) => allowed).length

/** Takes attempts one second apart, so that a refused attempt need not wait. */
async function takeAll(
  { attemptLimits, age }: World,
  bucket: AttemptBucket,
  count: number,
  own: AttemptLimit = limit,
) {
  const attempts: AttemptDecision[] = []
  while (attempts.length < count) {
    await age(1_000)
    attempts.push(await attemptLimits.take(bucket, own))
  }
  return attempts
}

/** The minutes until a closed bucket opens, rounded up. */
async function minutesClosed(world: World, bucket: AttemptBucket): Promise<number> {
  const [decision] = await takeAll(world, bucket, 1)
  return decision?.allowed === false ? Math.ceil((decision.retryAfterSeconds ?? Infinity) / 60) : 0
}
