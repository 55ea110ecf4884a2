import { describe, expect, it } from 'vitest'
import { changePassword } from '../passwords/change-password.ts'
import { resetPassword } from '../passwords/reset-password.ts'
import { disableSecondFactor } from '../second-factor/disable-second-factor.ts'
import {
  aDevice,
  anEnrolledPersonIn,
  anOrigin,
  aPassword,
  aPasswordHash,
  aPasswordResetIn,
  aPerson,
  aPersonIn,
  memoryPorts,
  valueOf,
  type MemoryPorts,
} from '../testing/index.ts'
import { pruneAttempts } from '../attempt-limits/prune-attempts.ts'
import { signIn, type SignIn } from './sign-in.ts'
import type { SignedIn, SignInStep } from '../sign-in-flow/sign-in-flow.ts'
import { verifySecondFactor } from './verify-second-factor.ts'

const refused = { ok: false, error: { code: 'sign_in.refused' } }
const wrongPassword = 'wrong horse battery'
const newPassword = 'another horse battery'

const attemptOf = (email: string, deviceToken: string | null = null): SignIn => ({
  ...aDevice,
  deviceToken,
  email,
  password: aPassword,
  rememberMe: false,
})

/** Failed sign-ins, each from another network unless an address is given. */
async function failOften(ports: MemoryPorts, count: number, attempt: SignIn, address?: string) {
  for (let position = 0; position < count; position += 1) {
    const origin = { ...anOrigin, address: address ?? `10.0.${position >> 8}.${position & 255}` }
    await signIn(ports, { ...attempt, password: wrongPassword, origin })
  }
}

function signedInBy(step: SignInStep): SignedIn {
  if (step.kind !== 'signed_in') throw new Error('not signed in')
  return step
}

/** A Member with a device that has signed in. */
async function knownIn(ports: MemoryPorts) {
  const { account } = await aPersonIn(ports, {
    email: 'ada@example.com',
    passwordHash: aPasswordHash,
  })
  const { deviceToken } = signedInBy(valueOf(await signIn(ports, attemptOf(account.email))))
  const [session] = [...ports.database.tables.sessions.values()]
  const actor = aPerson(account, { sessionId: session!.id })
  return {
    account,
    actor,
    attempt: attemptOf(account.email, deviceToken),
    unknown: attemptOf(account.email),
  }
}

describe('a known device', () => {
  it('R151 signs in after 200 failures of strangers, while an unknown device is refused', async () => {
    const ports = memoryPorts()
    const { attempt, unknown } = await knownIn(ports)
    await failOften(ports, 200, unknown)
    expect(await signIn(ports, unknown)).toEqual(refused)
    expect(await signIn(ports, attempt)).toMatchObject({ ok: true, value: { kind: 'signed_in' } })
    expect(await signIn(ports, unknown)).toEqual(refused)
  })

  it('R151 signs in from an address whose limit strangers have exhausted, and does not count against it', async () => {
    const ports = memoryPorts()
    const { attempt, unknown } = await knownIn(ports)
    await failOften(ports, 70, { ...unknown, email: 'eve@example.com' }, '192.0.2.7')
    expect(await signIn(ports, unknown)).toEqual(refused)
    const before = ports.database.tables.attempts.get('address:192.0.2.7')
    expect(await signIn(ports, attempt)).toMatchObject({ ok: true })
    expect(ports.database.tables.attempts.get('address:192.0.2.7')).toEqual(before)
  })

  it('R25 signs in after 100 consecutive failures of strangers, when an unknown device needs a reset', async () => {
    const ports = memoryPorts()
    const { attempt, unknown } = await knownIn(ports)
    for (let tries = 0; tries < 110; tries += 1) {
      await signIn(ports, {
        ...unknown,
        password: wrongPassword,
        origin: { ...anOrigin, address: null },
      })
      ports.clock.advance(900_000)
    }
    expect(await signIn(ports, attempt)).toMatchObject({ ok: true })
    expect(await signIn(ports, unknown)).toEqual(refused)
  })

  it('R151 signs in all of twenty concurrent tabs with the correct password', async () => {
    const ports = memoryPorts()
    const { attempt, unknown } = await knownIn(ports)
    await failOften(ports, 20, unknown)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => signIn(ports, attempt)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(20)
  })
})

describe('the attempt limit of a known device', () => {
  it('R151 allows ten failures, then counts as unknown until it signs in again', async () => {
    const ports = memoryPorts()
    const { attempt, unknown } = await knownIn(ports)
    await failOften(ports, 10, attempt)
    ports.clock.advance(900_000)
    await pruneAttempts(ports)
    await failOften(ports, 10, unknown)
    expect([await signIn(ports, attempt), await signIn(ports, unknown)]).toEqual([refused, refused])
    ports.clock.advance(900_000)
    const { deviceToken } = signedInBy(valueOf(await signIn(ports, attempt)))
    await failOften(ports, 10, unknown)
    expect(await signIn(ports, { ...attempt, deviceToken })).toMatchObject({ ok: true })
  })

  it("R24 exhausts the account's limit for strangers and raises the alarm at the tenth failure, not before", async () => {
    const ports = memoryPorts()
    const { account, attempt, unknown } = await knownIn(ports)
    await failOften(ports, 9, attempt)
    expect(ports.log.lines).toEqual([])
    expect(ports.database.tables.attempts.get(`account:${account.id}`)).toBeUndefined()
    await failOften(ports, 1, attempt)
    expect(ports.log.lines).toMatchObject([{ event: 'sign_in.guesses_exhausted' }])
    expect(await signIn(ports, unknown)).toEqual(refused)
  })

  it('R151 counts as unknown for another account, for an invalid token, and after someone else set the password', async () => {
    const ports = memoryPorts()
    const { account, attempt, unknown } = await knownIn(ports)
    const other = await aPersonIn(ports, { passwordHash: aPasswordHash })
    await failOften(ports, 20, { ...unknown, email: other.account.email })
    expect(await signIn(ports, { ...attempt, email: other.account.email })).toEqual(refused)
    await failOften(ports, 20, unknown)
    expect(await signIn(ports, { ...attempt, deviceToken: `${attempt.deviceToken}x` })).toEqual(
      refused,
    )
    const { accounts } = ports.database.tables
    accounts.set(account.id, { ...account, passwordEpoch: account.passwordEpoch + 1 })
    expect(await signIn(ports, attempt)).toEqual(refused)
  })

  it('R21 counts no attempt when the server cannot verify', async () => {
    const ports = memoryPorts()
    const { attempt } = await knownIn(ports)
    const passwordHasher = {
      ...ports.passwordHasher,
      verify: () => Promise.reject(new Error('broken')),
    }
    for (let tries = 0; tries < 20; tries += 1)
      await expect(signIn({ ...ports, passwordHasher }, attempt)).rejects.toThrow('broken')
    expect(await signIn(ports, attempt)).toMatchObject({ ok: true })
  })
})

describe('a known device after the password stage', () => {
  it("R151 passes the second factor while strangers have exhausted the account's limit; an unknown device does not", async () => {
    const ports = memoryPorts()
    const { account, code, recoveryCodes } = await anEnrolledPersonIn(ports)
    const signInWith = async (
      deviceToken: string | null,
      proof: { code: string } | { recoveryCode: string },
    ) => {
      const step = await signIn(ports, attemptOf(account.email, deviceToken))
      if (!step.ok || step.value.kind === 'signed_in') return step
      return verifySecondFactor(ports, {
        ...aDevice,
        deviceToken,
        challenge: step.value.challenge,
        proof,
      })
    }
    const { deviceToken } = signedInBy(valueOf(await signInWith(null, { code: code() })))
    ports.clock.advance(60_000)
    await failOften(ports, 20, attemptOf(account.email))
    expect(await signInWith(null, { code: code() })).toEqual(refused)
    expect(await signInWith(deviceToken, { recoveryCode: recoveryCodes[0]! })).toMatchObject({
      ok: true,
    })
    expect(await signInWith(deviceToken, { code: code() })).toMatchObject({
      ok: true,
      value: { kind: 'signed_in' },
    })
  })

  it('R24 shares its limit between sign-in and its session, and strangers exhaust neither', async () => {
    const ports = memoryPorts()
    const { account, code } = await anEnrolledPersonIn(ports)
    const step = await signIn(ports, attemptOf(account.email))
    const { challenge } = valueOf(step) as { challenge: string }
    const verified = await verifySecondFactor(ports, {
      ...aDevice,
      challenge,
      proof: { code: code() },
    })
    const { deviceToken } = signedInBy(valueOf(verified))
    const [session] = [...ports.database.tables.sessions.values()]
    const actor = aPerson(account, { sessionId: session!.id })
    await failOften(ports, 20, attemptOf(account.email))
    for (let tries = 0; tries < 5; tries += 1) {
      await signIn(ports, { ...attemptOf(account.email, deviceToken), password: wrongPassword })
      expect(await disableSecondFactor(ports, { actor, proof: { code: '000000' } })).toMatchObject({
        error: { code: 'second_factor.code_refused' },
      })
    }
    expect(
      await changePassword(ports, { actor, currentPassword: aPassword, newPassword }),
    ).toMatchObject({
      error: { code: 'password.guesses_exhausted' },
    })
  })
})

describe('a known device and password changes', () => {
  it("R151 changes the password while strangers have exhausted the account's limit, and stays known afterwards", async () => {
    const ports = memoryPorts()
    const { actor, attempt, unknown } = await knownIn(ports)
    await failOften(ports, 20, unknown)
    const changed = valueOf(
      await changePassword(ports, { actor, currentPassword: aPassword, newPassword }),
    )
    expect(await signIn(ports, { ...attempt, password: newPassword })).toEqual(refused)
    expect(
      await signIn(ports, { ...attempt, password: newPassword, deviceToken: changed.deviceToken }),
    ).toMatchObject({
      ok: true,
    })
  })

  it('R151 stays known after it uses a reset link; devices known before the reset do not', async () => {
    const ports = memoryPorts()
    const { account, attempt, unknown } = await knownIn(ports)
    const token = await aPasswordResetIn(ports, account)
    const actor = { kind: 'anonymous', via: 'web', ...anOrigin } as const
    const reset = valueOf(
      await resetPassword(ports, { actor, token, newPassword, deviceToken: attempt.deviceToken }),
    )
    await failOften(ports, 20, unknown)
    expect(await signIn(ports, { ...attempt, password: newPassword })).toEqual(refused)
    expect(
      await signIn(ports, { ...attempt, password: newPassword, deviceToken: reset.deviceToken }),
    ).toMatchObject({ ok: true })
    const other = await aPasswordResetIn(ports, ports.database.tables.accounts.get(account.id)!)
    const made = await resetPassword(ports, {
      actor,
      token: other,
      newPassword: 'a third horse battery',
      deviceToken: 'made up',
    })
    expect(made).toEqual({ ok: true, value: { deviceToken: null } })
  })
})
