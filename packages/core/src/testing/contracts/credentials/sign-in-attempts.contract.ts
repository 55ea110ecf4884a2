import { describe, expect } from 'vitest'
import type { GuessBucket } from '../../../ports/credentials/guess-budgets.ts'
import { accountBucket } from '../../../attempt-limits/guesses.ts'
import { atOnce, committed, racesNote, testIn, type SuiteOptions, type WorldTest } from '../contract-suite.ts'
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
  rule,
  wideRule,
  type SignInWorld as World,
} from '../../builders/sign-in-world.ts'

/** What every `SignInAttempts` must do. `open` gives a fresh, empty world for each test. */
export function signInAttemptsContract(name: string, open: () => Promise<World>, options: SuiteOptions = {}) {
  const test = testIn(open)
  describe(`SignInAttempts contract: ${name}${racesNote(options)}`, () => {
    holders(test)
    guesses(test)
    signInOpeningContract(test)
    signInDevicesContract(test, options.races ?? true)
    if (options.races ?? true) races(test)
  })
}

function holders(test: WorldTest<World>) {
  test('finds whose password is tried, as they are at this moment', async (world) => {
    const account = await inserted(world, { passwordHash: 'first' })
    const { id } = account
    const holderOf = async () => (await world.signInAttempts.begin(attempt(account.email, { accountRule: wideRule }))).holder
    expect(await holderOf()).toEqual({ id, status: 'active', passwordHash: 'first', passwordEpoch: 1 })
    const changed = { ...account, status: 'deactivated', passwordHash: null, passwordEpoch: 2 } as const
    await committed(world.transact, ({ accounts }) => accounts.update(changed))
    expect(await holderOf()).toEqual({ id, status: 'deactivated', passwordHash: null, passwordEpoch: 2 })
  })

  test('finds nobody behind an address that nobody has, or that is none', async (world) => {
    await inserted(world)
    for (const email of [anAddress(), null])
      expect(await world.signInAttempts.begin(attempt(email))).toMatchObject({ holder: null })
  })

  test('finds the holder for a guess that is refused, too', async (world) => {
    const { id, email } = await inserted(world)
    const clientBudget = aClient()
    expect((await beginAll(world, 4, attempt(email, { clientBudget, accountRule: wideRule }))).at(-1)).toMatchObject({
      holder: { id },
    })
    expect((await beginAll(world, 4, attempt(email))).at(-1)).toMatchObject({ holder: { id } })
  })
}

function guesses(test: WorldTest<World>) {
  test('R21 R22 takes from client and account, and counts for each, whether the address is somebody’s or not', async (world) => {
    const { id, email } = await inserted(world)
    const stranger = anAddress()
    for (const [sought, bucket] of [
      [email, accountBucket(id)],
      [stranger, attempt(stranger).unknownBucket!],
    ] as const) {
      const [clientBudget, account] = [aClient(wideRule), bucket]
      const begun = await beginAll(world, 3, attempt(sought, { clientBudget }))
      const taken = [clientBudget.bucket, account]
      expect(begun).toMatchObject([1, 2, 3].map((failures) => ({ guess: { allowed: true, failures }, taken })))
      expect([await failuresOf(world, clientBudget.bucket), await failuresOf(world, account)]).toEqual([3, null])
    }
  })

  test('R24 shares the bucket of an account with every other guess of its secrets', async (world) => {
    const { id, email } = await inserted(world)
    await world.guessBudgets.take(accountBucket(id), rule)
    expect(await world.signInAttempts.begin(attempt(email))).toMatchObject({ guess: { failures: 2 } })
    expect(await world.guessBudgets.take(accountBucket(id), rule)).toEqual({ allowed: true, failures: 3 })
    await world.age(1_000)
    expect(await world.signInAttempts.begin(attempt(email))).toMatchObject({ guess: { allowed: false }, taken: [] })
  })

  test('R25 takes nothing from the account for a client that is refused', async (world) => {
    const { id, email } = await inserted(world)
    const clientBudget = aClient()
    const begun = await beginAll(world, 9, attempt(email, { clientBudget, accountRule: wideRule }))
    expect(begun.slice(3)).toMatchObject(Array.from({ length: 6 }, () => ({ guess: null, taken: [] })))
    expect(await failuresOf(world, accountBucket(id))).toBe(3)
  })

  test('keeps the guess of the client when the account refuses, and says when to come again', async (world) => {
    const { email } = await inserted(world)
    const clientBudget = aClient(wideRule)
    await beginAll(world, 3, attempt(email))
    const [begun] = await beginAll(world, 1, attempt(email, { clientBudget }))
    expect(begun).toMatchObject({ guess: { allowed: false }, taken: [clientBudget.bucket] })
    const seconds = begun?.guess?.allowed === false ? begun.guess.retryAfterSeconds : null
    expect(seconds).toBeGreaterThan(50)
    expect(seconds).toBeLessThan(60)
    expect(await failuresOf(world, clientBudget.bucket)).toBe(1)
  })

  test('takes from what there is: no client, no address, neither', async (world) => {
    const { id, email } = await inserted(world)
    const clientBudget = aClient()
    const begin = (...given: Parameters<typeof attempt>) => world.signInAttempts.begin(attempt(...given))
    expect(await begin(email)).toMatchObject({ guess: { failures: 1 }, taken: [accountBucket(id)] })
    expect(await begin(null, { clientBudget })).toEqual({
      holder: null,
      guess: null,
      isClientClosed: false,
      taken: [clientBudget.bucket],
    })
    expect(await begin(null)).toEqual({ holder: null, guess: null, isClientClosed: false, taken: [] })
    expect((await beginAll(world, 3, attempt(null, { clientBudget }))).at(-1)).toMatchObject({ guess: null, taken: [] })
  })

  test('R25 opens for nobody after so many failures in a row, until the bucket is cleared', async (world) => {
    const { id, email } = await inserted(world)
    const last = { accountRule: { ...rule, consecutiveMax: 2 } }
    const begun = await beginAll(world, 3, attempt(email, last))
    expect(begun.at(-1)?.guess).toEqual({ allowed: false, retryAfterSeconds: null })
    await world.guessBudgets.clear(accountBucket(id))
    expect(await world.signInAttempts.begin(attempt(email, last))).toMatchObject({ guess: { allowed: true } })
  })
}

function races(test: WorldTest<World>) {
  test('R21 never allows more of a hundred at once than account and client have left', async (world) => {
    const { id, email } = await inserted(world)
    const clientBudget = aClient({ ...rule, failuresMax: 20 })
    const begun = await atOnce(100, () =>
      world.signInAttempts.begin(attempt(email, { clientBudget, accountRule: { ...rule, failuresMax: 10 } })),
    )
    const takenFrom = (bucket: GuessBucket) => begun.filter(({ taken }) => taken.includes(bucket)).length
    expect([takenFrom(clientBudget.bucket), takenFrom(accountBucket(id))]).toEqual([20, 10])
    expect(begun.filter(({ guess }) => guess?.allowed === true)).toHaveLength(10)
  })

  test('lets every one of twenty in that sign in at once, though only three may fail', async (world) => {
    const account = await inserted(world)
    const clientBudget = aClient()
    const opened = await atOnce(20, async () => {
      const { guess, taken } = await world.signInAttempts.begin(attempt(account.email, { clientBudget }))
      return guess?.allowed === true ? world.signInAttempts.openSession(anOpening(account, { taken })) : null
    })
    expect(opened.filter((one) => one !== null)).toHaveLength(20)
    expect([await failuresOf(world, clientBudget.bucket), await failuresOf(world, accountBucket(account.id))]).toEqual([0, 0])
  })

  test('R42 waits for whoever has locked the account, and opens nothing by what they changed', async (world) => {
    for (let round = 0; round < 5; round += 1) {
      const account = await inserted(world)
      await Promise.all([
        committed(world.transact, async ({ accounts, lockAccount, sessions }) => {
          await lockAccount(account.id)
          await sessions.endAll(account.id, null)
          await accounts.update({ ...account, passwordEpoch: 2 })
        }),
        ...Array.from({ length: 5 }, () => world.signInAttempts.openSession(anOpening(account))),
      ])
      expect(await committed(world.transact, ({ sessions }) => sessions.listOf(account.id, { after: null, limit: 100 }))).toEqual(
        [],
      )
    }
  })
}
