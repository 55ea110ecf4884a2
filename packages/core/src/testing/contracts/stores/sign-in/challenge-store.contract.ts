import { describe, expect } from 'vitest'
import type { Account } from '../../../../model/accounts/account.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import { err, ok } from '../../../../model/result.ts'
import { challengeAttemptsMax, type Challenge } from '../../../../model/sign-in/challenge.ts'
import { aChallenge, anAccount, newDigest } from '../../../builders/builders.ts'
import {
  concurrently,
  committed,
  racesNote,
  testIn,
  type Aging,
  type Closable,
  type SuiteOptions,
  describeRaces,
} from '../../contract-suite.ts'

type World = Closable & Aging & { readonly transact: Transact }

const minute = 60_000

/** What every `ChallengeStore` must do. `open` returns a fresh, empty world for each test. */
export function challengeStoreContract(
  name: string,
  open: () => Promise<World>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`ChallengeStore contract: ${name}${racesNote(options)}`, () => {
    describe('rows', () => {
      test('stores every field, to the millisecond, and returns null for any other digest', async ({
        transact,
      }) => {
        const plain = await aStored(transact)
        const full = await aStored(transact, {
          stage: 'second_factor_enrolment',
          passwordEpoch: 2_147_483_647,
          secondFactorPassed: true,
          rememberMe: true,
          expiresAt: new Date('2099-01-19T03:14:08.001Z'),
        })
        expect(await full.find()).toEqual(full.challenge)
        expect(await plain.find()).toEqual(plain.challenge)
        expect(
          await committed(transact, ({ challenges }) => challenges.find(newDigest())),
        ).toBeNull()
      })

      test('stores several challenges of an account, each under its own digest', async ({
        transact,
      }) => {
        const first = await aStored(transact)
        const second = await aStored(transact, { stage: 'password_change' }, first.account)
        expect([await first.find(), await second.find()]).toEqual([
          first.challenge,
          second.challenge,
        ])
      })
    })
    describe('end', () => {
      test('R26 returns a challenge for its five minutes by database time, and no longer', async ({
        transact,
        age,
      }) => {
        const { challenge, find } = await aStored(transact)
        await age(4 * minute)
        expect(await find()).toMatchObject({ id: challenge.id })
        await age(minute)
        expect(await find()).toBeNull()
      })

      test('R26 keeps live challenges when a new one is created', async ({ transact, age }) => {
        const { account, find } = await aStored(transact)
        await age(4 * minute)
        await aStored(transact, {}, account)
        expect(await find()).not.toBeNull()
      })

      test('R26 returns a challenge until five of its own attempts are counted', async ({
        transact,
      }) => {
        const [tried, other] = [await aStored(transact), await aStored(transact)]
        for (let tries = 0; tries < challengeAttemptsMax; tries += 1) {
          expect(await tried.find()).toEqual(tried.challenge)
          await tried.tryOnce()
        }
        expect([await tried.find(), await other.find()]).toEqual([null, other.challenge])
      })

      test('R21 gives one attempt back, also the last, and never more than were counted', async ({
        transact,
      }) => {
        const [tried, other] = [await aStored(transact), await aStored(transact)]
        await tried.refund()
        for (let tries = 0; tries < challengeAttemptsMax; tries += 1) {
          await tried.tryOnce()
          await other.tryOnce()
        }
        await tried.refund()
        expect([await tried.find(), await other.find()]).toEqual([tried.challenge, null])
        await tried.tryOnce()
        expect(await tried.find()).toBeNull()
      })

      test('R26 consumes a challenge once, also after its last attempt, and no other', async ({
        transact,
      }) => {
        const [used, other] = [await aStored(transact), await aStored(transact)]
        for (let tries = 0; tries < challengeAttemptsMax; tries += 1) await used.tryOnce()
        expect([await used.consume(), await used.consume()]).toEqual([true, false])
        expect([await used.find(), await other.find()]).toEqual([null, other.challenge])
      })

      test('prunes at most `countMax` expired challenges, and no live one', async ({
        transact,
        age,
      }) => {
        const past = [await aStored(transact), await aStored(transact), await aStored(transact)]
        await age(5 * minute)
        const { challenge, find } = await aStored(transact)
        const prune = () => committed(transact, ({ challenges }) => challenges.prune(2))
        expect([await prune(), await prune(), await prune()]).toEqual([2, 1, 0])
        expect(await find()).toEqual(challenge)
        expect(await past[0]!.consume()).toBe(false)
      })

      test("R26 deletes all challenges of an account, and no one else's", async ({ transact }) => {
        const first = await aStored(transact)
        const second = await aStored(transact, { stage: 'password_change' }, first.account)
        const other = await aStored(transact)
        await committed(transact, ({ challenges }) => challenges.removeAll(first.account.id))
        expect([await first.find(), await second.find(), await other.find()]).toEqual([
          null,
          null,
          other.challenge,
        ])
        expect(await first.consume()).toBe(false)
      })
    })
    describeRaces(options, () => {
      test('R26 lets only one of twenty concurrent calls consume a challenge', async ({
        transact,
      }) => {
        const { consume } = await aStored(transact)
        expect((await concurrently(20, consume)).filter(Boolean)).toHaveLength(1)
      })

      test('finds without a lock, so that locking the account before or after never deadlocks', async ({
        transact,
      }) => {
        const { account, challenge, digest, find, findAndTry } = await aStored(transact)
        const findFirst = () =>
          committed(transact, async ({ challenges, lockAccount }) => {
            await challenges.find(digest)
            await lockAccount(account.id)
            await challenges.countAttempt(challenge.id)
          })
        await concurrently<unknown>(20, (position) =>
          position % 2 === 0 ? findFirst() : findAndTry(),
        )
        expect(await find()).toBeNull()
      })

      test('R26 admits only five of twenty concurrent attempts that lock the account first', async ({
        transact,
      }) => {
        const { findAndTry } = await aStored(transact)
        expect((await concurrently(20, findAndTry)).filter(Boolean)).toHaveLength(
          challengeAttemptsMax,
        )
      })
    })
  })
}

/** A challenge of the account, new by default. */
async function aStored(
  transact: Transact,
  overrides: Partial<Challenge> = {},
  owner: Account | null = null,
) {
  const [account, digest] = [owner ?? anAccount(), newDigest()]
  const challenge = await committed(transact, async ({ accounts, challenges, now }) => {
    const created = aChallenge(account, await now(), overrides)
    if (owner === null) await accounts.insert(account)
    await challenges.insert(created, digest)
    return created
  })
  return {
    account,
    challenge,
    digest,
    find: () => committed(transact, ({ challenges }) => challenges.find(digest)),
    consume: () => committed(transact, ({ challenges }) => challenges.consume(challenge.id)),
    refund: () => committed(transact, ({ challenges }) => challenges.refundAttempt(challenge.id)),
    tryOnce: () => committed(transact, ({ challenges }) => challenges.countAttempt(challenge.id)),
    /** One step of a sign-in: checks whether an attempt is left and counts it. */
    findAndTry: async () => {
      const tried = await transact(async ({ challenges, lockAccount }) => {
        await lockAccount(account.id)
        if ((await challenges.find(digest)) === null) return err(null)
        return ok(await challenges.countAttempt(challenge.id))
      })
      return tried.ok
    },
  }
}
