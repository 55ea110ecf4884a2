import { expect, it } from 'vitest'
import { aDevice, aPasswordHash, aPersonIn, memoryPorts } from '../testing/index.ts'
import { accountBucket, accountRule } from './guesses.ts'
import { pruneGuesses } from './prune-guesses.ts'
import { signIn } from '../sign-in/sign-in.ts'

it('R25 forgets every count whose window has ended, however many, and no failures in a row of an account', async () => {
  const ports = memoryPorts()
  const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash })
  const attempt = { ...aDevice, password: 'wrong horse battery', rememberMe: false }
  await signIn(ports, { ...attempt, email: account.email })
  const nobody = (position: number) => ports.guessBudgets.take(`account:nobody-${position}@example.com`, accountRule)
  for (let position = 0; position < 2_000; position += 1) await nobody(position)
  ports.clock.advance(accountRule.windowSeconds * 1_000)
  await nobody(2_000)
  expect(await pruneGuesses(ports)).toBe(2_001)
  const kept = [...ports.database.tables.guesses].map(([bucket, { consecutive }]) => [bucket, consecutive])
  expect(kept).toEqual([
    [accountBucket(account.id), 1],
    ['account:nobody-2000@example.com', 1],
  ])
  expect(await pruneGuesses(ports)).toBe(0)
})
