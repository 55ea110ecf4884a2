import { expect, it } from 'vitest'
import { accountBucket, accountLimit } from '../attempt-limits/attempt-limits.ts'
import type { Anonymous } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import { Unavailable } from '../ports/platform/unavailable.ts'
import { aChallengeIn, aDevice, aPersonIn, memoryPorts } from '../testing/index.ts'
import { openChallenge } from './open-challenge.ts'
import { verifyCode } from './verify-code.ts'

const actor: Anonymous = { kind: 'anonymous', via: 'web', ...aDevice.origin }

const away = () => Promise.reject(new Unavailable('database', 'Away.'))

/** A person with an open challenge and one counted attempt at it. */
async function atChallenge(ports = memoryPorts()) {
  const { account } = await aPersonIn(ports)
  const presented = await aChallengeIn(ports, account)
  const { value: opened } = await ports.transact(async (stores) => {
    const found = (await openChallenge(ports, stores, presented, 'second_factor'))!
    await stores.challenges.countAttempt(found.challenge.id)
    return ok(found)
  })
  const { database } = ports
  return {
    verify: (check: () => Promise<string | null>) =>
      verifyCode(ports, opened, { actor, deviceToken: null, action: 'sign_in.fail' }, check),
    failuresLeft: async () => {
      let left = 0
      while ((await ports.attemptLimits.take(accountBucket(account.id), accountLimit)).allowed)
        left += 1
      return left
    },
    tries: () => database.tables.challenges.get(opened.challenge.id)?.tries,
    failures: () =>
      [...database.tables.audit.values()].filter(({ outcome }) => outcome === 'failure'),
    refusals: () => [...database.tables.refusals.values()],
    target: `user:${account.id}`,
  }
}

it('returns what a correct code proves, and clears the limit of the account', async () => {
  const { verify, failures, failuresLeft } = await atChallenge()
  await verify(async () => null)
  expect(await verify(async () => 'verified')).toBe('verified')
  expect(failures()).toHaveLength(1)
  expect(await failuresLeft()).toBe(accountLimit.failuresMax)
})

it('returns what a correct code proves although the limit can no longer be cleared', async () => {
  const ports = memoryPorts()
  const { verify } = await atChallenge({
    ...ports,
    attemptLimits: { ...ports.attemptLimits, clear: away },
  })
  expect(await verify(async () => 'verified')).toBe('verified')
})

it('R62 records a wrong code as the failed act, and counts it against the limit', async () => {
  const { verify, failures, failuresLeft, target } = await atChallenge()
  expect(await verify(async () => null)).toBeNull()
  expect(failures()).toMatchObject([{ action: 'sign_in.fail', target, ...aDevice.origin }])
  expect(await failuresLeft()).toBe(accountLimit.failuresMax - 1)
})

it('verifies nothing once the limit is exhausted, and only counts the attempt', async () => {
  const { verify, failures, failuresLeft, refusals } = await atChallenge()
  await failuresLeft()
  expect(await verify(() => Promise.reject(new Error('verified')))).toBeNull()
  expect([failures(), refusals()]).toEqual([[], [1]])
})

it('R21 returns the attempt to the challenge and to the limit when the check throws', async () => {
  const { verify, failuresLeft, tries } = await atChallenge()
  await expect(verify(() => Promise.reject(new Error('fault')))).rejects.toThrow('fault')
  expect(tries()).toBe(0)
  expect(await failuresLeft()).toBe(accountLimit.failuresMax)
})
