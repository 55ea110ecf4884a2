import { describe, expect } from 'vitest'
import type { Account } from '../../../model/accounts/account.ts'
import { passwordResetLifetimeSeconds, passwordResetTriesMax } from '../../../model/passwords/password-reset.ts'
import type { Transact } from '../../../ports/stores/transact.ts'
import { anAccount, aPasswordReset, newDigest } from '../../builders/builders.ts'
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

type World = Closable & Aging & { readonly transact: Transact }

const lifetime = passwordResetLifetimeSeconds * 1_000

/** What every `PasswordResetStore` must do. `open` gives a fresh, empty world for each test. */
export function passwordResetStoreContract(name: string, open: () => Promise<World>, options: SuiteOptions = {}) {
  const test = testIn(open)
  describe(`PasswordResetStore contract: ${name}${racesNote(options)}`, () => {
    rows(test)
    ends(test)
    if (options.races ?? true) races(test)
  })
}

/** A reset of a new account, or of this one. */
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
    tryOnce: () => committed(transact, ({ passwordResets }) => passwordResets.countTry(reset.id)),
    voidAll: () => committed(transact, ({ passwordResets }) => passwordResets.voidAll(account.id)),
    remove: () => committed(transact, ({ passwordResets }) => passwordResets.remove(reset.id)),
  }
}

function rows(test: WorldTest<World>) {
  test('keeps every field, to the millisecond, and finds null for any other digest', async ({ transact }) => {
    const { reset, find } = await aStored(transact)
    expect(await find()).toEqual(reset)
    expect(await committed(transact, ({ passwordResets }) => passwordResets.find(newDigest()))).toBeNull()
  })

  test('R58 voids every earlier token of the account when another is added, and of no other', async ({ transact }) => {
    const [first, other] = [await aStored(transact), await aStored(transact)]
    const second = await aStored(transact, first.account)
    const third = await aStored(transact, first.account)
    const found = [await first.find(), await second.find(), await third.find(), await other.find()]
    expect(found).toEqual([null, null, third.reset, other.reset])
  })

  test('counts tries up to as many as may be, for each reset, and stays live', async ({ transact }) => {
    const [tried, other] = [await aStored(transact), await aStored(transact)]
    const counted: boolean[] = []
    for (let tries = 0; tries <= passwordResetTriesMax; tries += 1) counted.push(await tried.tryOnce())
    expect(counted).toEqual([...Array.from({ length: passwordResetTriesMax }, () => true), false])
    expect([await tried.find(), await other.tryOnce()]).toEqual([tried.reset, true])
  })
}

function ends(test: WorldTest<World>) {
  test('R58 finds a reset for an hour, and from the very end on no more', async ({ transact, age }) => {
    const { reset, find } = await aStored(transact)
    await age(lifetime - 60_000)
    expect(await find()).toMatchObject({ id: reset.id })
    await age(60_000)
    expect(await find()).toBeNull()
  })

  test('R58 voids every token of an account, and of no other, for good', async ({ transact }) => {
    const [gone, other] = [await aStored(transact), await aStored(transact)]
    await gone.voidAll()
    await gone.voidAll()
    expect([await gone.find(), await other.find()]).toEqual([null, other.reset])
  })

  test('R57 counts the mails of an hour, void tokens included, and those forgotten not', async ({ transact, age }) => {
    const first = await aStored(transact)
    await age(lifetime / 2)
    const second = await aStored(transact, first.account)
    const third = await aStored(transact, first.account)
    await aStored(transact)
    expect(await first.count()).toBe(3)
    await second.voidAll()
    expect(await first.count()).toBe(3)
    await third.remove()
    await third.remove()
    expect([await first.count(), await third.find()]).toEqual([2, null])
    await age(lifetime / 2)
    expect(await first.count()).toBe(1)
  })

  test('forgets resets that are past their end, at most as many as told, and none that lives', async ({ transact, age }) => {
    for (let resets = 0; resets < 3; resets += 1) await aStored(transact)
    await age(lifetime)
    const live = await aStored(transact)
    const prune = (countMax: number) => committed(transact, ({ passwordResets }) => passwordResets.prune(countMax))
    expect([await prune(2), await prune(2), await prune(2)]).toEqual([2, 1, 0])
    expect(await live.find()).toEqual(live.reset)
  })
}

function races(test: WorldTest<World>) {
  test('counts as many of forty tries at once as may be', async ({ transact }) => {
    const { tryOnce } = await aStored(transact)
    expect((await atOnce(2 * passwordResetTriesMax, tryOnce)).filter(Boolean)).toHaveLength(passwordResetTriesMax)
  })

  test('R58 leaves one token live of twenty that are added at once, when they lock the account first', async ({ transact }) => {
    const { account, find } = await aStored(transact)
    const added = await atOnce(20, () => aStored(transact, account))
    const found = await Promise.all(added.map((reset) => reset.find()))
    expect([...found, await find()].filter((reset) => reset !== null)).toHaveLength(1)
  })

  test('finds without a lock, so that whoever locks the account before or after never deadlocks', async ({ transact }) => {
    const { account, digest, find, reset } = await aStored(transact)
    await atOnce<unknown>(20, (position) =>
      committed(transact, async ({ lockAccount, passwordResets }) => {
        if (position % 2 === 0) await passwordResets.find(digest)
        await lockAccount(account.id)
        await passwordResets.countTry(reset.id)
        if (position === 19) await passwordResets.voidAll(account.id)
      }),
    )
    expect(await find()).toBeNull()
  })
}
