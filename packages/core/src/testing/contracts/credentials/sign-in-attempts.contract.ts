import { describe, expect } from 'vitest'
import type { AttemptBucket } from '../../../ports/credentials/attempt-limits.ts'
import { accountBucket } from '../../../attempt-limits/attempt-limits.ts'
import {
  concurrently,
  committed,
  racesNote,
  testIn,
  type SuiteOptions,
  describeRaces,
} from '../contract-suite.ts'
import { signInDevicesContract } from './sign-in-devices.contract.ts'
import { signInOpeningContract } from './sign-in-opening.contract.ts'
import {
  aClient,
  anAddress,
  anOpening,
  attempt,
  beginAll,
  failuresOf,
  inserted,
  limit,
  unreachedLimit,
  type SignInWorld as World,
} from '../../builders/sign-in-world.ts'

/** What every `SignInAttempts` must do. `open` returns a fresh, empty world for each test. */
export function signInAttemptsContract(
  name: string,
  open: () => Promise<World>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`SignInAttempts contract: ${name}${racesNote(options)}`, () => {
    describe('who may sign in', () => {
      test('returns the current state of the account whose password is tried', async (world) => {
        const account = await inserted(world, { passwordHash: 'first' })
        const { id, email } = account
        const holderOf = async () =>
          (
            await world.signInAttempts.begin(
              attempt(account.email, { accountLimit: unreachedLimit }),
            )
          ).holder
        expect(await holderOf()).toEqual({
          id,
          email,
          status: 'active',
          passwordHash: 'first',
          passwordEpoch: 1,
          hasJustSignedIn: false,
        })
        const changed = {
          ...account,
          status: 'deactivated',
          passwordHash: null,
          passwordEpoch: 2,
          lastSignInAt: await committed(world.transact, ({ now }) => now()),
        } as const
        await committed(world.transact, ({ accounts }) => accounts.update(changed))
        expect(await holderOf()).toEqual({
          id,
          email,
          status: 'deactivated',
          passwordHash: null,
          passwordEpoch: 2,
          hasJustSignedIn: true,
        })
      })

      test('returns no holder for an unknown address, or for null', async (world) => {
        await inserted(world)
        for (const email of [anAddress(), null])
          expect(await world.signInAttempts.begin(attempt(email))).toMatchObject({ holder: null })
      })

      test('returns the holder for a refused attempt, too', async (world) => {
        const { id, email } = await inserted(world)
        const client = aClient()
        expect(
          (await beginAll(world, 4, attempt(email, { client, accountLimit: unreachedLimit }))).at(
            -1,
          ),
        ).toMatchObject({
          holder: { id },
        })
        expect((await beginAll(world, 4, attempt(email))).at(-1)).toMatchObject({ holder: { id } })
      })
    })
    describe('attempts', () => {
      test('R21 R22 takes from client and account, and counts for each, whether the address has an account or not', async (world) => {
        const { id, email } = await inserted(world)
        const stranger = anAddress()
        for (const tried of [
          { email, bucket: accountBucket(id) },
          { email: stranger, bucket: attempt(stranger).unknownBucket! },
        ]) {
          const client = aClient(unreachedLimit)
          const begun = await beginAll(world, 3, attempt(tried.email, { client }))
          const takenFrom = [client.bucket, tried.bucket]
          expect(begun).toMatchObject(
            [1, 2, 3].map((failures) => ({ decision: { allowed: true, failures }, takenFrom })),
          )
          expect([
            await failuresOf(world, client.bucket),
            await failuresOf(world, tried.bucket),
          ]).toEqual([3, null])
        }
      })

      test('R24 shares the bucket of an account with all other attempts at its secrets', async (world) => {
        const { id, email } = await inserted(world)
        await world.attemptLimits.take(accountBucket(id), limit)
        expect(await world.signInAttempts.begin(attempt(email))).toMatchObject({
          decision: { failures: 2 },
        })
        expect(await world.attemptLimits.take(accountBucket(id), limit)).toEqual({
          allowed: true,
          failures: 3,
        })
        await world.age(1_000)
        expect(await world.signInAttempts.begin(attempt(email))).toMatchObject({
          decision: { allowed: false },
          takenFrom: [],
        })
      })

      test('R25 takes nothing from the account for a refused client', async (world) => {
        const { id, email } = await inserted(world)
        const client = aClient()
        const begun = await beginAll(
          world,
          9,
          attempt(email, { client, accountLimit: unreachedLimit }),
        )
        expect(begun.slice(3)).toMatchObject(
          Array.from({ length: 6 }, () => ({ decision: null, takenFrom: [] })),
        )
        expect(await failuresOf(world, accountBucket(id))).toBe(3)
      })

      test('keeps the attempt of the client when the account refuses, and says when to retry', async (world) => {
        const { email } = await inserted(world)
        const client = aClient(unreachedLimit)
        await beginAll(world, 3, attempt(email))
        const [begun] = await beginAll(world, 1, attempt(email, { client }))
        expect(begun).toMatchObject({
          decision: { allowed: false },
          takenFrom: [client.bucket],
        })
        const seconds = begun?.decision?.allowed === false ? begun.decision.retryAfterSeconds : null
        expect(seconds).toBeGreaterThan(50)
        expect(seconds).toBeLessThan(60)
        expect(await failuresOf(world, client.bucket)).toBe(1)
      })

      test('takes from what is known: no client, no address, neither', async (world) => {
        const { id, email } = await inserted(world)
        const client = aClient()
        const begin = (...given: Parameters<typeof attempt>) =>
          world.signInAttempts.begin(attempt(...given))
        expect(await begin(email)).toMatchObject({
          decision: { failures: 1 },
          takenFrom: [accountBucket(id)],
        })
        expect(await begin(null, { client })).toEqual({
          holder: null,
          decision: null,
          isClientThrottled: false,
          takenFrom: [client.bucket],
        })
        expect(await begin(null)).toEqual({
          holder: null,
          decision: null,
          isClientThrottled: false,
          takenFrom: [],
        })
        expect((await beginAll(world, 3, attempt(null, { client }))).at(-1)).toMatchObject({
          decision: null,
          takenFrom: [],
        })
      })

      test('R25 stays closed after `consecutiveMax` failures, until the bucket is cleared', async (world) => {
        const { id, email } = await inserted(world)
        const last = { accountLimit: { ...limit, consecutiveMax: 2 } }
        const begun = await beginAll(world, 3, attempt(email, last))
        expect(begun.at(-1)?.decision).toEqual({ allowed: false, retryAfterSeconds: null })
        await world.attemptLimits.clear(accountBucket(id))
        expect(await world.signInAttempts.begin(attempt(email, last))).toMatchObject({
          decision: { allowed: true },
        })
      })
    })
    signInOpeningContract(test)
    signInDevicesContract(test, options.races ?? true)
    describeRaces(options, () => {
      test('R21 never allows more of a hundred concurrent attempts than account and client have left', async (world) => {
        const { id, email } = await inserted(world)
        const client = aClient({ ...limit, failuresMax: 20 })
        const begun = await concurrently(100, () =>
          world.signInAttempts.begin(
            attempt(email, { client, accountLimit: { ...limit, failuresMax: 10 } }),
          ),
        )
        const countTaken = (bucket: AttemptBucket) =>
          begun.filter(({ takenFrom }) => takenFrom.includes(bucket)).length
        expect([countTaken(client.bucket), countTaken(accountBucket(id))]).toEqual([20, 10])
        expect(begun.filter(({ decision }) => decision?.allowed === true)).toHaveLength(10)
      })

      test('admits all of twenty concurrent correct sign-ins, though only three may fail', async (world) => {
        const account = await inserted(world)
        const client = aClient()
        const opened = await concurrently(20, async () => {
          const { decision, takenFrom } = await world.signInAttempts.begin(
            attempt(account.email, { client }),
          )
          return decision?.allowed === true
            ? world.signInAttempts.openSession(anOpening(account, { takenFrom }))
            : null
        })
        expect(opened.filter((one) => one !== null)).toHaveLength(20)
        expect([
          await failuresOf(world, client.bucket),
          await failuresOf(world, accountBucket(account.id)),
        ]).toEqual([0, 0])
      })

      test('R42 waits for a lock on the account, and decides by what was changed under it', async (world) => {
        for (let round = 0; round < 5; round += 1) {
          const account = await inserted(world)
          await Promise.all([
            committed(world.transact, async ({ accounts, lockAccount, sessions }) => {
              await lockAccount(account.id)
              await sessions.endAll(account.id, null)
              await accounts.update({ ...account, passwordEpoch: 2 })
            }),
            ...Array.from({ length: 5 }, () =>
              world.signInAttempts.openSession(anOpening(account)),
            ),
          ])
          expect(
            await committed(world.transact, ({ sessions }) =>
              sessions.listByUser(account.id, { after: null, limit: 100 }),
            ),
          ).toEqual([])
        }
      })
    })
  })
}
