import { describe, expect } from 'vitest'
import type { Account } from '../../../../model/accounts/account.ts'
import {
  passwordResetLifetimeSeconds,
  passwordResetAttemptsMax,
} from '../../../../model/passwords/password-reset.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import { anAccount, aPasswordReset, newDigest } from '../../../builders/builders.ts'
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

const lifetime = passwordResetLifetimeSeconds * 1_000

/** What every `PasswordResetStore` must do. `open` returns a fresh, empty world for each test. */
export function passwordResetStoreContract(
  name: string,
  open: () => Promise<World>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`PasswordResetStore contract: ${name}${racesNote(options)}`, () => {
    describe('rows', () => {
      test('stores every field, to the millisecond, and returns null for any other digest', async ({
        transact,
      }) => {
        const { reset, find } = await aStored(transact)
        expect(await find()).toEqual(reset)
        expect(
          await committed(transact, ({ passwordResets }) => passwordResets.find(newDigest())),
        ).toBeNull()
      })

      test('R58 revokes all earlier tokens of the account when a new one is added, and of no other', async ({
        transact,
      }) => {
        const [first, other] = [await aStored(transact), await aStored(transact)]
        const second = await aStored(transact, first.account)
        const third = await aStored(transact, first.account)
        const found = [
          await first.find(),
          await second.find(),
          await third.find(),
          await other.find(),
        ]
        expect(found).toEqual([null, null, third.reset, other.reset])
      })

      test('counts attempts per reset up to the limit, and stays live', async ({ transact }) => {
        const [tried, other] = [await aStored(transact), await aStored(transact)]
        const counted: boolean[] = []
        for (let tries = 0; tries <= passwordResetAttemptsMax; tries += 1)
          counted.push(await tried.tryOnce())
        expect(counted).toEqual([
          ...Array.from({ length: passwordResetAttemptsMax }, () => true),
          false,
        ])
        expect([await tried.find(), await other.tryOnce()]).toEqual([tried.reset, true])
      })
    })
    describe('end', () => {
      test('R58 returns a reset for an hour, and not from the exact end on', async ({
        transact,
        age,
      }) => {
        const { reset, find } = await aStored(transact)
        await age(lifetime - 60_000)
        expect(await find()).toMatchObject({ id: reset.id })
        await age(60_000)
        expect(await find()).toBeNull()
      })

      test('R58 revokes all tokens of an account permanently, and of no other', async ({
        transact,
      }) => {
        const [gone, other] = [await aStored(transact), await aStored(transact)]
        await gone.revokeAll()
        await gone.revokeAll()
        expect([await gone.find(), await other.find()]).toEqual([null, other.reset])
      })

      test('R57 counts the emails of an hour, including revoked tokens and excluding removed ones', async ({
        transact,
        age,
      }) => {
        const first = await aStored(transact)
        await age(lifetime / 2)
        const second = await aStored(transact, first.account)
        const third = await aStored(transact, first.account)
        await aStored(transact)
        expect(await first.count()).toBe(3)
        await second.revokeAll()
        expect(await first.count()).toBe(3)
        await third.remove()
        await third.remove()
        expect([await first.count(), await third.find()]).toEqual([2, null])
        await age(lifetime / 2)
        expect(await first.count()).toBe(1)
      })

      test('prunes at most `countMax` expired resets, and no live one', async ({
        transact,
        age,
      }) => {
        for (let resets = 0; resets < 3; resets += 1) await aStored(transact)
        await age(lifetime)
        const live = await aStored(transact)
        const prune = (countMax: number) =>
          committed(transact, ({ passwordResets }) => passwordResets.prune(countMax))
        expect([await prune(2), await prune(2), await prune(2)]).toEqual([2, 1, 0])
        expect(await live.find()).toEqual(live.reset)
      })
    })
    describeRaces(options, () => {
      test('counts only up to the limit of forty concurrent attempts', async ({ transact }) => {
        const { tryOnce } = await aStored(transact)
        expect(
          (await concurrently(2 * passwordResetAttemptsMax, tryOnce)).filter(Boolean),
        ).toHaveLength(passwordResetAttemptsMax)
      })

      test("R58 leaves one live token of twenty that are added concurrently under the account's lock", async ({
        transact,
      }) => {
        const { account, find } = await aStored(transact)
        const added = await concurrently(20, () => aStored(transact, account))
        const found = await Promise.all(added.map((reset) => reset.find()))
        expect([...found, await find()].filter((reset) => reset !== null)).toHaveLength(1)
      })

      test('finds without a lock, so that locking the account before or after never deadlocks', async ({
        transact,
      }) => {
        const { account, digest, find, reset } = await aStored(transact)
        await concurrently<unknown>(20, (position) =>
          committed(transact, async ({ lockAccount, passwordResets }) => {
            if (position % 2 === 0) await passwordResets.find(digest)
            await lockAccount(account.id)
            await passwordResets.countAttempt(reset.id)
            if (position === 19) await passwordResets.revokeAll(account.id)
          }),
        )
        expect(await find()).toBeNull()
      })
    })
  })
}

/** A reset of the account, new by default. */
async function aStored(transact: Transact, owner: Account | null = null) {
  const [account, digest] = [owner ?? anAccount(), newDigest()]
  const add = () =>
    committed(transact, async ({ accounts, lockAccount, passwordResets, now }) => {
      if (owner === null) await accounts.insert(account)
      await lockAccount(account.id)
      const created = aPasswordReset(account, await now())
      await passwordResets.insert(created, digest)
      return created
    })
  const reset = await add()
  return {
    account,
    reset,
    digest,
    find: () => committed(transact, ({ passwordResets }) => passwordResets.find(digest)),
    count: () => committed(transact, ({ passwordResets }) => passwordResets.count(account.id)),
    tryOnce: () =>
      committed(transact, ({ passwordResets }) => passwordResets.countAttempt(reset.id)),
    revokeAll: () =>
      committed(transact, ({ passwordResets }) => passwordResets.revokeAll(account.id)),
    remove: () => committed(transact, ({ passwordResets }) => passwordResets.remove(reset.id)),
  }
}
