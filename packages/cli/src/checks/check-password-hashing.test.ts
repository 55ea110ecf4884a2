import { expect, it } from 'vitest'
import { passwordHashingCheck } from './check-password-hashing.ts'

const cost = { memoryKib: 131_072, iterations: 10, parallelism: 1 }

it('R159 shows what a password hash costs, and warns if one takes more than a second', () => {
  const measured = { hashMs: 1_000, concurrentMax: 3, memoryMib: 384 }
  const detail =
    'argon2id with m=131072 KiB, t=10, p=1 takes 1000 ms. At most 3 at once, in 384 MiB.'
  expect(passwordHashingCheck(cost, measured)).toEqual({
    name: 'password hashing',
    state: 'ok',
    detail,
  })
  expect(passwordHashingCheck(cost, { ...measured, hashMs: 1_001 })).toMatchObject({
    state: 'warn',
    detail: expect.stringContaining('Lower KEN_PASSWORD_HASH_ITERATIONS'),
  })
})
