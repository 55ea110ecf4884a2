import { describe, expect, it } from 'vitest'
import type { Account } from '../model/accounts/account.ts'
import type { Email } from '../model/accounts/email.ts'
import { ok } from '../model/result.ts'
import {
  aDate,
  aDevice,
  anEnrolledPersonIn,
  aPassword,
  aPasswordHash,
  aPersonIn,
  busyPasswordHasher,
  memoryPorts,
  valueOf,
  type MemoryPorts,
} from '../testing/index.ts'
import { signIn, type SignIn } from './sign-in.ts'

const refused = { ok: false, error: { code: 'sign_in.refused' } }
const aMember = { email: 'ada@example.com', passwordHash: aPasswordHash }
const attempt: SignIn = {
  ...aDevice,
  email: 'ada@example.com',
  password: aPassword,
  rememberMe: false,
}
const wrong: SignIn = { ...attempt, password: 'wrong horse battery' }

/** Verifies one weak hash of `aPassword`, and returns a different hash on each call. */
function strengthening() {
  let count = 0
  return {
    isOutdated: (hash: string) => hash === 'weak hash',
    verify: async (password: string, hash: string | null) =>
      password === aPassword && (hash === 'weak hash' || hash?.startsWith('strong') === true),
    hash: async () => `strong hash ${(count += 1)}`,
  }
}
const hashOf = ({ database }: MemoryPorts, { id }: Account) =>
  database.tables.accounts.get(id)?.passwordHash

describe('the hashes of signIn', () => {
  const outdated = { ...aMember, passwordHash: 'weak hash' }

  it('R14 replaces an outdated hash at sign-in, but not for a wrong password', async () => {
    const ports = memoryPorts({ passwordHasher: strengthening() })
    const { account } = await aPersonIn(ports, outdated)
    await signIn(ports, wrong)
    expect(hashOf(ports, account)).toBe('weak hash')
    expect(await signIn(ports, attempt)).toMatchObject({
      ok: true,
      value: { account: { passwordEpoch: 1 } },
    })
    expect(hashOf(ports, account)).toBe('strong hash 1')
    await signIn(ports, attempt)
    expect(hashOf(ports, account)).toBe('strong hash 1')

    const enrolled = await anEnrolledPersonIn(ports, { passwordHash: 'weak hash' })
    expect(valueOf(await signIn(ports, { ...attempt, email: enrolled.account.email })).kind).toBe(
      'second_factor',
    )
    expect(hashOf(ports, enrolled.account)).toMatch(/^strong/)
  })

  it('R14 accepts a correct password while the hash queue is full, and replaces the hash at a later sign-in', async () => {
    const ports = memoryPorts({ passwordHasher: strengthening() })
    const { account } = await aPersonIn(ports, outdated)
    const busy = busyPasswordHasher()
    const passwordHasher = {
      ...ports.passwordHasher,
      hash: (password: string) => busy.hash(password),
    }
    expect(await signIn({ ...ports, passwordHasher }, attempt)).toMatchObject({
      ok: true,
      value: { kind: 'signed_in' },
    })
    expect(hashOf(ports, account)).toBe('weak hash')
    await signIn(ports, attempt)
    expect(hashOf(ports, account)).toMatch(/^strong/)
  })

  it('R14 signs in two concurrent browsers with an outdated hash', async () => {
    const ports = memoryPorts({ passwordHasher: strengthening() })
    await aPersonIn(ports, outdated)
    const outcomes = await Promise.all([signIn(ports, attempt), signIn(ports, attempt)])
    expect(outcomes).toMatchObject([{ ok: true }, { ok: true }])
  })

  it('R42 refuses if the password or the address is replaced or the account deactivated during the verification', async () => {
    for (const change of [
      { passwordEpoch: 2, passwordHash: 'hash of another' },
      { status: 'deactivated' },
      { email: 'moved@example.com' as Email },
      // With a second factor, the next step opens in a transaction of its own.
      { email: 'moved@example.com' as Email, mfaSecret: 'secret', mfaEnabledAt: aDate },
    ] as const) {
      const ports = memoryPorts()
      const { account } = await aPersonIn(ports, aMember)
      const overtaken = {
        ...ports.passwordHasher,
        verify: async () => {
          await ports.transact(async ({ accounts }) =>
            ok(await accounts.update({ ...account, ...change, updatedAt: aDate })),
          )
          return true
        },
      }
      expect(await signIn({ ...ports, passwordHasher: overtaken }, attempt)).toEqual(refused)
      expect(ports.database.tables.sessions.size).toBe(0)
    }
  })
})
