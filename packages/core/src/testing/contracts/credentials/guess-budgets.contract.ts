import { describe, expect } from 'vitest'
import type { Guess, GuessBucket, GuessBudgets, GuessRule } from '../../../ports/credentials/guess-budgets.ts'
import { accountBucket } from '../../../attempt-limits/guesses.ts'
import type { Transact } from '../../../ports/stores/transact.ts'
import { anAccount, newId } from '../../builders/builders.ts'
import {
  atOnce,
  committed,
  racesNote,
  testIn,
  type Aging,
  type Closable,
  type SuiteOptions,
  type WorldTest,
} from '../contract-suite.ts'

type World = Closable & Aging & { readonly guessBudgets: GuessBudgets; readonly transact: Transact }

const minute = 60_000
const dayMs = 86_400_000
/** A window of sixteen minutes, so that delays are whole minutes. */
const rule: GuessRule = { failuresMax: 5, windowSeconds: 960, firstDelaySeconds: 60, consecutiveMax: 1_000 }

/** What every `GuessBudgets` must do. `open` gives a fresh, empty world for each test. */
export function guessBudgetsContract(name: string, open: () => Promise<World>, options: SuiteOptions = {}) {
  const test = testIn(open)
  describe(`GuessBudgets contract: ${name}${racesNote(options)}`, () => {
    failures(test)
    delays(test)
    giving(test)
    consecutive(test)
    pruning(test)
    if (options.races ?? true) races(test)
  })
}

const newBucket = (): GuessBucket => `account:${newId()}`
const countAllowed = (guesses: readonly Guess[]): number => guesses.filter(({ allowed }) => allowed).length

/** Takes guesses, each a second after the one before: whoever is refused then need not be kept waiting. */
async function takeAll({ guessBudgets, age }: World, bucket: GuessBucket, count: number, own: GuessRule = rule) {
  const guesses: Guess[] = []
  while (guesses.length < count) {
    await age(1_000)
    guesses.push(await guessBudgets.take(bucket, own))
  }
  return guesses
}

/** The minutes a closed bucket stays closed, rounded up. */
async function minutesClosed(world: World, bucket: GuessBucket): Promise<number> {
  const [guess] = await takeAll(world, bucket, 1)
  return guess?.allowed === false ? Math.ceil((guess.retryAfterSeconds ?? Infinity) / 60) : 0
}

function failures(test: WorldTest<World>) {
  test('R21 allows as many guesses as the rule says, counts each, and closes after the last', async (world) => {
    const bucket = newBucket()
    const guesses = await takeAll(world, bucket, 5)
    expect(guesses).toEqual([1, 2, 3, 4, 5].map((count) => ({ allowed: true, failures: count })))
    const refused = { allowed: false, retryAfterSeconds: expect.any(Number) as number }
    expect(await takeAll(world, bucket, 3)).toEqual([refused, refused, refused])
  })

  test('closes after the very first guess when the rule allows one', async (world) => {
    const once = { ...rule, failuresMax: 1 }
    const bucket = newBucket()
    expect(countAllowed(await takeAll(world, bucket, 3, once))).toBe(1)
    await world.age(32 * minute)
    expect(countAllowed(await takeAll(world, bucket, 3, once))).toBe(1)
  })

  test('R22 counts every bucket by itself', async (world) => {
    const id = newId()
    await takeAll(world, `account:${id}`, 6)
    expect(await takeAll(world, `address:${id}`, 1)).toEqual([{ allowed: true, failures: 1 }])
    expect(await takeAll(world, `account:${id}x`, 1)).toEqual([{ allowed: true, failures: 1 }])
    expect(await takeAll(world, `account:${id}`, 1)).toMatchObject([{ allowed: false }])
  })

  test('starts a new window when the old one is over, counted from its first failure', async (world) => {
    const bucket = newBucket()
    await takeAll(world, bucket, 2)
    await world.age(10 * minute)
    await takeAll(world, bucket, 2)
    await world.age(6 * minute)
    expect(await takeAll(world, bucket, 1)).toEqual([{ allowed: true, failures: 1 }])
  })
}

function delays(test: WorldTest<World>) {
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

  test('R64 allows no more than so many in any window when the first delay is the whole window', async (world) => {
    const strict = { ...rule, firstDelaySeconds: 960 }
    const bucket: GuessBucket = 'external_id:teamchat:U1'
    expect(countAllowed(await takeAll(world, bucket, 9, strict))).toBe(5)
    await world.age(15 * minute)
    expect(countAllowed(await takeAll(world, bucket, 1, strict))).toBe(0)
    await world.age(minute)
    expect(countAllowed(await takeAll(world, bucket, 9, strict))).toBe(5)
  })

  test('stays closed for its whole delay, whatever is tried meanwhile, and says how much of it is left', async (world) => {
    const bucket = newBucket()
    await takeAll(world, bucket, 6)
    await world.age(28_000)
    const [guess] = await takeAll(world, bucket, 1)
    const seconds = guess?.allowed === false ? guess.retryAfterSeconds : null
    expect(seconds).toBeGreaterThan(20)
    expect(seconds).toBeLessThanOrEqual(30)
    expect(countAllowed(await takeAll(world, bucket, 10))).toBe(0)
    await world.age(20_000)
    expect(await takeAll(world, bucket, 2)).toMatchObject([{ allowed: true, failures: 6 }, { allowed: false }])
  })

  test('starts anew when a window has passed since the last failure', async (world) => {
    const bucket = newBucket()
    await takeAll(world, bucket, 6)
    await world.age(16 * minute)
    expect(countAllowed(await takeAll(world, bucket, 9))).toBe(5)
  })
}

function giving(test: WorldTest<World>) {
  test('R21 gives one guess back, also the one that closed the bucket', async (world) => {
    const bucket = newBucket()
    await takeAll(world, bucket, 5)
    await world.guessBudgets.forgive(bucket)
    expect(await takeAll(world, bucket, 2)).toMatchObject([{ allowed: true, failures: 5 }, { allowed: false }])
  })

  test('empties a bucket', async (world) => {
    const bucket = newBucket()
    await takeAll(world, bucket, 6)
    await world.guessBudgets.clear(bucket)
    expect(countAllowed(await takeAll(world, bucket, 9))).toBe(5)
  })

  test('gives nothing to a bucket that is empty, and to no other', async (world) => {
    const [bucket, other] = [newBucket(), newBucket()]
    await takeAll(world, other, 6)
    await world.guessBudgets.forgive(bucket)
    await world.guessBudgets.clear(bucket)
    expect(await takeAll(world, bucket, 1)).toEqual([{ allowed: true, failures: 1 }])
    await world.guessBudgets.forgive(bucket)
    await world.guessBudgets.forgive(bucket)
    expect(countAllowed(await takeAll(world, bucket, 9))).toBe(5)
    expect(await takeAll(world, other, 1)).toMatchObject([{ allowed: false }])
  })
}

function consecutive(test: WorldTest<World>) {
  const stubborn: GuessRule = { failuresMax: 3, windowSeconds: 960, firstDelaySeconds: 60, consecutiveMax: 7 }

  test('R25 closes for good after so many failures over all windows, until it is cleared', async (world) => {
    const bucket = newBucket()
    let allowed = 0
    for (let window = 0; window < 5; window += 1) {
      allowed += countAllowed(await takeAll(world, bucket, 4, stubborn))
      await world.age(32 * minute)
    }
    expect(allowed).toBe(7)
    expect(await takeAll(world, bucket, 1, stubborn)).toEqual([{ allowed: false, retryAfterSeconds: null }])
    await world.guessBudgets.clear(bucket)
    expect(await takeAll(world, bucket, 1, stubborn)).toEqual([{ allowed: true, failures: 1 }])
  })

  test('closes for no longer than a delay under a rule that allows any number in a row', async (world) => {
    const endless: GuessRule = {
      failuresMax: 1,
      windowSeconds: 960,
      firstDelaySeconds: 60,
      consecutiveMax: Number.MAX_SAFE_INTEGER,
    }
    const bucket: GuessBucket = 'address:2001:db8:0:0::/64'
    for (let guess = 0; guess < 10; guess += 1) {
      const guesses = await takeAll(world, bucket, 2, endless)
      expect(guesses).toMatchObject([{ allowed: true }, { allowed: false, retryAfterSeconds: expect.any(Number) as number }])
      await world.age(16 * minute)
    }
  })

  test('R25 counts no guess that was given back among them', async (world) => {
    const bucket = newBucket()
    for (let guess = 0; guess < 20; guess += 1) {
      expect(await takeAll(world, bucket, 1, stubborn)).toMatchObject([{ allowed: true }])
      await world.guessBudgets.forgive(bucket)
    }
  })
}

function pruning(test: WorldTest<World>) {
  test('forgets so many at most of the buckets whose window has ended, and no other', async (world) => {
    const { guessBudgets } = world
    for (const bucket of ['address:192.0.2.7', 'account:nobody@example.com', 'source:helpdesk', newBucket()] as const) {
      await takeAll(world, bucket, 2)
    }
    await world.age(16 * minute)
    const counting = newBucket()
    await takeAll(world, counting, 2)
    expect([await guessBudgets.prune(3), await guessBudgets.prune(3), await guessBudgets.prune(3)]).toEqual([3, 1, 0])
    expect(await takeAll(world, counting, 1)).toEqual([{ allowed: true, failures: 3 }])
  })

  test('forgets no bucket that is closed', async (world) => {
    const bucket = newBucket()
    await takeAll(world, bucket, 5)
    for (const _ of [6, 7, 8, 9]) {
      expect([await world.guessBudgets.prune(10), countAllowed(await takeAll(world, bucket, 1))]).toEqual([0, 0])
      await world.age((await minutesClosed(world, bucket)) * minute)
      expect(countAllowed(await takeAll(world, bucket, 1))).toBe(1)
    }
  })

  test('R25 keeps the failures in a row of an account, and forgets them with it, or when they were given back', async (world) => {
    const { guessBudgets, transact } = world
    const account = anAccount()
    const bucket = accountBucket(account.id)
    const last: GuessRule = { ...rule, consecutiveMax: 3 }
    await committed(transact, ({ accounts }) => accounts.insert(account))
    await takeAll(world, bucket, 2, last)
    await world.age(16 * minute)
    expect(await guessBudgets.prune(10)).toBe(0)
    expect(countAllowed(await takeAll(world, bucket, 3, last))).toBe(1)
    await world.age(16 * minute)
    for (const _ of [1, 2, 3]) await guessBudgets.forgive(bucket)
    expect(await guessBudgets.prune(10)).toBe(1)
    await takeAll(world, bucket, 2, last)
    await world.age(16 * minute)
    await committed(transact, ({ accounts }) => accounts.remove(account.id))
    expect(await guessBudgets.prune(10)).toBe(1)
  })

  test('R25 R151 keeps the failures in a row of a device for 90 days after the last, those of its account for longer', async (world) => {
    const { guessBudgets, transact } = world
    const account = anAccount()
    const device: GuessBucket = `device:${account.id}:${newId()}`
    const last: GuessRule = { ...rule, consecutiveMax: 3 }
    await committed(transact, ({ accounts }) => accounts.insert(account))
    await takeAll(world, accountBucket(account.id), 2, last)
    await takeAll(world, device, 2, last)
    await world.age(90 * dayMs)
    expect(await guessBudgets.prune(10)).toBe(0)
    expect(countAllowed(await takeAll(world, device, 3, last))).toBe(1)
    await world.age(90 * dayMs)
    expect(await guessBudgets.prune(10)).toBe(0)
    await world.age(16 * minute)
    expect(await guessBudgets.prune(10)).toBe(1)
    expect(countAllowed(await takeAll(world, device, 3, last))).toBe(3)
    expect(countAllowed(await takeAll(world, accountBucket(account.id), 3, last))).toBe(1)
  })
}

function races(test: WorldTest<World>) {
  test('R21 never allows more of a hundred guesses at once than the rule says', async ({ guessBudgets }) => {
    for (const [failuresMax, bucket] of [
      [1, newBucket()],
      [10, newBucket()],
      [60, newBucket()],
    ] as const) {
      const guesses = await atOnce(100, () => guessBudgets.take(bucket, { ...rule, failuresMax }))
      const counts = guesses.flatMap((guess) => (guess.allowed ? [guess.failures] : []))
      expect(counts.toSorted((one, other) => one - other)).toEqual(
        Array.from({ length: failuresMax }, (_, position) => position + 1),
      )
    }
  })

  test('R21 R25 never allows more of twenty at once than are left in a row', async ({ guessBudgets }) => {
    const bucket = newBucket()
    const guesses = await atOnce(20, () => guessBudgets.take(bucket, { ...rule, failuresMax: 100, consecutiveMax: 3 }))
    expect(countAllowed(guesses)).toBe(3)
  })

  test('lets every one of twenty right guesses at once through, though only five may fail', async ({ guessBudgets }) => {
    const bucket = newBucket()
    const guesses = await atOnce(20, async () => {
      const guess = await guessBudgets.take(bucket, rule)
      if (guess.allowed) await guessBudgets.forgive(bucket)
      return guess
    })
    expect(countAllowed(guesses)).toBe(20)
    expect(await guessBudgets.take(bucket, rule)).toEqual({ allowed: true, failures: 1 })
  })

  test('R21 loses no guess that is taken while others are pruned', async ({ guessBudgets }) => {
    const buckets = Array.from({ length: 10 }, newBucket)
    await atOnce(100, async (position) => {
      await guessBudgets.take(buckets[position % 10]!, { ...rule, failuresMax: 100 })
      if (position % 10 === 9) await guessBudgets.prune(10)
    })
    for (const bucket of buckets) expect(await guessBudgets.take(bucket, rule)).toMatchObject({ failures: 11 })
  })

  test('R21 loses no guess that is given back while others are taken', async ({ guessBudgets }) => {
    const bucket = newBucket()
    await atOnce(20, async () => {
      await guessBudgets.take(bucket, { ...rule, failuresMax: 100 })
      await guessBudgets.forgive(bucket)
    })
    expect(await guessBudgets.take(bucket, rule)).toEqual({ allowed: true, failures: 1 })
  })
}
