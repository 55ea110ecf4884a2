import { expect } from 'vitest'
import type { Account } from '../../../model/accounts/account.ts'
import type { LimitedDevice } from '../../../ports/credentials/sign-in-attempts.ts'
import { accountBucket } from '../../../attempt-limits/attempt-limits.ts'
import { newId } from '../../builders/builders.ts'
import { concurrently, type WorldTest } from '../contract-suite.ts'
import {
  aClient,
  anOpening,
  attempt,
  beginAll,
  failuresOf,
  inserted,
  limit,
  type SignInWorld as World,
} from '../../builders/sign-in-world.ts'

/** A device on which the account signed in: three consecutive failures. */
const deviceOf = (
  { id: userId, passwordEpoch }: Account,
  overrides: Partial<LimitedDevice> = {},
): LimitedDevice => ({
  bucket: `device:${userId}:${newId()}`,
  limit: { ...limit, consecutiveMax: limit.failuresMax },
  userId,
  passwordEpoch,
  ...overrides,
})

/** What every `SignInAttempts` must do for devices with an earlier sign-in. */
export function signInDevicesContract(test: WorldTest<World>, races: boolean) {
  test('R151 takes from the device alone, regardless of client and account', async (world) => {
    const account = await inserted(world)
    const [client, device] = [aClient(), deviceOf(account)]
    await beginAll(world, 4, attempt(account.email, { client }))
    expect(
      await world.signInAttempts.begin(attempt(account.email, { client, device })),
    ).toMatchObject({
      decision: { allowed: true, failures: 1 },
      isClientThrottled: false,
      takenFrom: [device.bucket],
    })
    expect([
      await failuresOf(world, client.bucket),
      await failuresOf(world, accountBucket(account.id)),
    ]).toEqual([null, null])
  })

  test('R151 takes from client and account once the device has used its failures, in any window', async (world) => {
    const account = await inserted(world)
    const [client, device] = [aClient(), deviceOf(account)]
    const again = attempt(account.email, { client, device })
    await beginAll(world, 3, again)
    await world.age(960_000)
    const [fourth] = await beginAll(world, 1, again)
    expect(fourth).toMatchObject({
      decision: { failures: 1 },
      takenFrom: [client.bucket, accountBucket(account.id)],
    })
    expect((await beginAll(world, 3, again)).at(-1)).toMatchObject({
      decision: null,
      isClientThrottled: true,
      takenFrom: [],
    })
  })

  test('R151 keeps the failures of a device of an existing account', async (world) => {
    const account = await inserted(world)
    const device = deviceOf(account)
    await beginAll(world, 1, attempt(account.email, { device }))
    await world.attemptLimits.take(`device:${newId()}:${newId()}`, limit)
    await world.age(960_000)
    expect(await world.attemptLimits.prune(10)).toBe(1)
    expect(
      await world.attemptLimits.take(device.bucket, { ...limit, consecutiveMax: 1 }),
    ).toMatchObject({ allowed: false })
  })

  test('R151 ignores a device of another account or an earlier password', async (world) => {
    const [account, other] = [await inserted(world), await inserted(world)]
    for (const device of [
      deviceOf(other),
      deviceOf(account, { passwordEpoch: account.passwordEpoch + 1 }),
    ]) {
      const { takenFrom } = await world.signInAttempts.begin(attempt(account.email, { device }))
      expect(takenFrom).toEqual([accountBucket(account.id)])
    }
  })

  test('R151 empties the bucket of the device when the session opens, and leaves that of the account', async (world) => {
    const account = await inserted(world)
    const device = deviceOf(account)
    await beginAll(world, 2, attempt(account.email))
    const { takenFrom } = await world.signInAttempts.begin(attempt(account.email, { device }))
    await world.signInAttempts.openSession(
      anOpening(account, { takenFrom, bucketToClear: device.bucket }),
    )
    expect([
      await failuresOf(world, device.bucket),
      await failuresOf(world, accountBucket(account.id)),
    ]).toEqual([0, 2])
  })

  if (races) {
    test('R21 R151 never allows a device more of a hundred concurrent attempts than it has left, and gives the account the rest', async (world) => {
      const account = await inserted(world)
      const device = deviceOf(account)
      const begun = await concurrently(100, () =>
        world.signInAttempts.begin(attempt(account.email, { device })),
      )
      const countTaken = (bucket: string) =>
        begun.filter(({ takenFrom }) => takenFrom.some((one) => one === bucket)).length
      expect([countTaken(device.bucket), countTaken(accountBucket(account.id))]).toEqual([3, 3])
    })
  }
}
