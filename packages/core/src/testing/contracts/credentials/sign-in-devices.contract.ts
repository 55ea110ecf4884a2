import { expect } from 'vitest'
import type { Account } from '../../../model/accounts/account.ts'
import type { DeviceBudget } from '../../../ports/credentials/sign-in-attempts.ts'
import { accountBucket } from '../../../attempt-limits/guesses.ts'
import { newId } from '../../builders/builders.ts'
import { atOnce, type WorldTest } from '../contract-suite.ts'
import {
  aClient,
  anOpening,
  attempt,
  beginAll,
  failuresOf,
  inserted,
  rule,
  type SignInWorld as World,
} from '../../builders/sign-in-world.ts'

/** The budget of a device that the account signed in on: three failures in a row. */
const deviceOf = ({ id: userId, passwordEpoch }: Account, overrides: Partial<DeviceBudget> = {}): DeviceBudget => ({
  bucket: `device:${userId}:${newId()}`,
  rule: { ...rule, consecutiveMax: rule.failuresMax },
  userId,
  passwordEpoch,
  ...overrides,
})

/** What every `SignInAttempts` must do for devices that signed in before. */
export function signInDevicesContract(test: WorldTest<World>, races: boolean) {
  test('R151 takes from the device alone, whatever client and account have left', async (world) => {
    const account = await inserted(world)
    const [clientBudget, device] = [aClient(), deviceOf(account)]
    await beginAll(world, 4, attempt(account.email, { clientBudget }))
    expect(await world.signInAttempts.begin(attempt(account.email, { clientBudget, device }))).toMatchObject({
      guess: { allowed: true, failures: 1 },
      isClientClosed: false,
      taken: [device.bucket],
    })
    expect([await failuresOf(world, clientBudget.bucket), await failuresOf(world, accountBucket(account.id))]).toEqual([
      null,
      null,
    ])
  })

  test('R151 takes from client and account once the device has failed as often as it may, in whatever window', async (world) => {
    const account = await inserted(world)
    const [clientBudget, device] = [aClient(), deviceOf(account)]
    const again = attempt(account.email, { clientBudget, device })
    await beginAll(world, 3, again)
    await world.age(960_000)
    const [fourth] = await beginAll(world, 1, again)
    expect(fourth).toMatchObject({ guess: { failures: 1 }, taken: [clientBudget.bucket, accountBucket(account.id)] })
    expect((await beginAll(world, 3, again)).at(-1)).toMatchObject({ guess: null, isClientClosed: true, taken: [] })
  })

  test('R151 keeps the failures of a device of an account that exists', async (world) => {
    const account = await inserted(world)
    const device = deviceOf(account)
    await beginAll(world, 1, attempt(account.email, { device }))
    await world.guessBudgets.take(`device:${newId()}:${newId()}`, rule)
    await world.age(960_000)
    expect(await world.guessBudgets.prune(10)).toBe(1)
    expect(await world.guessBudgets.take(device.bucket, { ...rule, consecutiveMax: 1 })).toMatchObject({ allowed: false })
  })

  test('R151 knows no device of another account or an earlier password', async (world) => {
    const [account, other] = [await inserted(world), await inserted(world)]
    for (const device of [deviceOf(other), deviceOf(account, { passwordEpoch: account.passwordEpoch + 1 })]) {
      const { taken } = await world.signInAttempts.begin(attempt(account.email, { device }))
      expect(taken).toEqual([accountBucket(account.id)])
    }
  })

  test('R151 empties the bucket of the device with the session, and leaves that of the account', async (world) => {
    const account = await inserted(world)
    const device = deviceOf(account)
    await beginAll(world, 2, attempt(account.email))
    const { taken } = await world.signInAttempts.begin(attempt(account.email, { device }))
    await world.signInAttempts.openSession(anOpening(account, { taken, emptied: device.bucket }))
    expect([await failuresOf(world, device.bucket), await failuresOf(world, accountBucket(account.id))]).toEqual([0, 2])
  })

  if (races) {
    test('R21 R151 never allows a device more of a hundred at once than it has left, and the account the rest', async (world) => {
      const account = await inserted(world)
      const device = deviceOf(account)
      const begun = await atOnce(100, () => world.signInAttempts.begin(attempt(account.email, { device })))
      const takenFrom = (bucket: string) => begun.filter(({ taken }) => taken.some((one) => one === bucket)).length
      expect([takenFrom(device.bucket), takenFrom(accountBucket(account.id))]).toEqual([3, 3])
    })
  }
}
