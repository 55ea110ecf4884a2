import { expect, it } from 'vitest'
import { ok } from '../model/result.ts'
import { aChallenge, anAccount, memoryPorts, newDigest } from '../testing/index.ts'
import { challengeLifetimeSeconds } from '../model/sign-in/challenge.ts'
import { pruneChallenges } from './prune-challenges.ts'

it('deletes every expired challenge, in any number, and no live one', async () => {
  const ports = memoryPorts()
  const account = anAccount()
  const store = (count: number) =>
    ports.transact(async ({ accounts, challenges, now }) => {
      const at = await now()
      if ((await accounts.find(account.id)) === null) await accounts.insert(account)
      for (let n = 0; n < count; n += 1)
        await challenges.insert(aChallenge(account, at), newDigest())
      return ok(null)
    })
  await store(2_001)
  ports.clock.advance(challengeLifetimeSeconds * 1_000)
  await store(1)
  expect(await pruneChallenges(ports)).toBe(2_001)
  expect(ports.database.tables.challenges.size).toBe(1)
  expect(await pruneChallenges(ports)).toBe(0)
})
