import { expect, it } from 'vitest'
import { aDevice, aPasswordHash, aPersonIn, memoryPorts } from '../testing/index.ts'
import { accountBucket, accountLimit } from './attempt-limits.ts'
import { pruneAttempts } from './prune-attempts.ts'
import { signIn } from '../sign-in/sign-in.ts'

it('R25 prunes all counts whose window has ended, in any number, and no consecutive failures of an account', async () => {
  const ports = memoryPorts()
  const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash })
  const attempt = { ...aDevice, password: 'wrong horse battery', rememberMe: false }
  await signIn(ports, { ...attempt, email: account.email })
  const takeUnknown = (position: number) =>
    ports.attemptLimits.take(`account:unknown-${position}@example.com`, accountLimit)
  for (let position = 0; position < 2_000; position += 1) await takeUnknown(position)
  ports.clock.advance(accountLimit.windowSeconds * 1_000)
  await takeUnknown(2_000)
  expect(await pruneAttempts(ports)).toBe(2_001)
  const kept = [...ports.database.tables.attempts].map(([bucket, { consecutive }]) => [
    bucket,
    consecutive,
  ])
  expect(kept).toEqual([
    [accountBucket(account.id), 1],
    ['account:unknown-2000@example.com', 1],
  ])
  expect(await pruneAttempts(ports)).toBe(0)
})
