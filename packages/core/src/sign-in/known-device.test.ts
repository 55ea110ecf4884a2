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
import { pruneGuesses } from '../attempt-limits/prune-guesses.ts'
import { signIn, type SignIn } from './sign-in.ts'
import type { SignedIn, SignInStep } from '../sign-in-flow/stages.ts'
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

/** Wrong guesses at one account, each from another network unless one is named. */
async function guessOften(ports: MemoryPorts, count: number, attempt: SignIn, address?: string) {
  for (let position = 0; position < count; position += 1) {
    const origin = { ...anOrigin, address: address ?? `10.0.${position >> 8}.${position & 255}` }
    await signIn(ports, { ...attempt, password: wrongPassword, origin })
  }
}

function signedInBy(step: SignInStep): SignedIn {
  if (step.kind !== 'signed_in') throw new Error('not signed in')
  return step
}

/** A Member whose device has signed in. */
async function knownIn(ports: MemoryPorts) {
  const { account } = await aPersonIn(ports, { email: 'ada@example.com', passwordHash: aPasswordHash })
  const { deviceToken } = signedInBy(valueOf(await signIn(ports, attemptOf(account.email))))
  const [session] = [...ports.database.tables.sessions.values()]
  const actor = aPerson(account, { sessionId: session!.id })
  return { account, actor, attempt: attemptOf(account.email, deviceToken), unknown: attemptOf(account.email) }
}

describe('a device that signed in before', () => {
  signingIn()
  limits()
  laterStages()
  passwords()
})

function signingIn() {
  it('R151 signs in at once after 200 wrong guesses of strangers, and an unknown device is refused', async () => {
    const ports = memoryPorts()
    const { attempt, unknown } = await knownIn(ports)
    await guessOften(ports, 200, unknown)
    expect(await signIn(ports, unknown)).toEqual(refused)
    expect(await signIn(ports, attempt)).toMatchObject({ ok: true, value: { kind: 'signed_in' } })
    expect(await signIn(ports, unknown)).toEqual(refused)
  })

  it('R151 signs in from an address whose budget strangers have used up, and takes nothing from it', async () => {
    const ports = memoryPorts()
    const { attempt, unknown } = await knownIn(ports)
    await guessOften(ports, 70, { ...unknown, email: 'eve@example.com' }, '192.0.2.7')
    expect(await signIn(ports, unknown)).toEqual(refused)
    const before = ports.database.tables.guesses.get('address:192.0.2.7')
    expect(await signIn(ports, attempt)).toMatchObject({ ok: true })
    expect(ports.database.tables.guesses.get('address:192.0.2.7')).toEqual(before)
  })

  it('R25 signs in although strangers failed a hundred times in a row, after which only a reset helps an unknown one', async () => {
    const ports = memoryPorts()
    const { attempt, unknown } = await knownIn(ports)
    for (let guess = 0; guess < 110; guess += 1) {
      await signIn(ports, { ...unknown, password: wrongPassword, origin: { ...anOrigin, address: null } })
      ports.clock.advance(900_000)
    }
    expect(await signIn(ports, attempt)).toMatchObject({ ok: true })
    expect(await signIn(ports, unknown)).toEqual(refused)
  })

  it('R151 lets every one of twenty tabs in that sign in at once with the right password', async () => {
    const ports = memoryPorts()
    const { attempt, unknown } = await knownIn(ports)
    await guessOften(ports, 20, unknown)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => signIn(ports, attempt)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(20)
  })
}

function limits() {
  it('R151 has ten failures of its own, and is then as good as unknown until it signs in again', async () => {
    const ports = memoryPorts()
    const { attempt, unknown } = await knownIn(ports)
    await guessOften(ports, 10, attempt)
    ports.clock.advance(900_000)
    await pruneGuesses(ports)
    await guessOften(ports, 10, unknown)
    expect([await signIn(ports, attempt), await signIn(ports, unknown)]).toEqual([refused, refused])
    ports.clock.advance(900_000)
    const { deviceToken } = signedInBy(valueOf(await signIn(ports, attempt)))
    await guessOften(ports, 10, unknown)
    expect(await signIn(ports, { ...attempt, deviceToken })).toMatchObject({ ok: true })
  })

  it('R24 closes the account to strangers, too, with its tenth failure and not before, and raises the alarm', async () => {
    const ports = memoryPorts()
    const { account, attempt, unknown } = await knownIn(ports)
    await guessOften(ports, 9, attempt)
    expect(ports.log.lines).toEqual([])
    expect(ports.database.tables.guesses.get(`account:${account.id}`)).toBeUndefined()
    await guessOften(ports, 1, attempt)
    expect(ports.log.lines).toMatchObject([{ event: 'sign_in.guesses_exhausted' }])
    expect(await signIn(ports, unknown)).toEqual(refused)
  })

  it('R151 counts as unknown for another account, for a made-up token, and after the password was set by somebody else', async () => {
    const ports = memoryPorts()
    const { account, attempt, unknown } = await knownIn(ports)
    const other = await aPersonIn(ports, { passwordHash: aPasswordHash })
    await guessOften(ports, 20, { ...unknown, email: other.account.email })
    expect(await signIn(ports, { ...attempt, email: other.account.email })).toEqual(refused)
    await guessOften(ports, 20, unknown)
    expect(await signIn(ports, { ...attempt, deviceToken: `${attempt.deviceToken}x` })).toEqual(refused)
    const { accounts } = ports.database.tables
    accounts.set(account.id, { ...account, passwordEpoch: account.passwordEpoch + 1 })
    expect(await signIn(ports, attempt)).toEqual(refused)
  })

  it('R21 spends nothing of it when the server cannot judge', async () => {
    const ports = memoryPorts()
    const { attempt } = await knownIn(ports)
    const passwordHasher = { ...ports.passwordHasher, verify: () => Promise.reject(new Error('broken')) }
    for (let guess = 0; guess < 20; guess += 1)
      await expect(signIn({ ...ports, passwordHasher }, attempt)).rejects.toThrow('broken')
    expect(await signIn(ports, attempt)).toMatchObject({ ok: true })
  })
}

function laterStages() {
  it('R151 passes the second factor while strangers have closed the account, and an unknown device does not', async () => {
    const ports = memoryPorts()
    const { account, code, recoveryCodes } = await anEnrolledPersonIn(ports)
    const signInWith = async (deviceToken: string | null, proof: { code: string } | { recoveryCode: string }) => {
      const step = await signIn(ports, attemptOf(account.email, deviceToken))
      if (!step.ok || step.value.kind === 'signed_in') return step
      return verifySecondFactor(ports, { ...aDevice, deviceToken, challenge: step.value.challenge, proof })
    }
    const { deviceToken } = signedInBy(valueOf(await signInWith(null, { code: code() })))
    ports.clock.advance(60_000)
    await guessOften(ports, 20, attemptOf(account.email))
    expect(await signInWith(null, { code: code() })).toEqual(refused)
    expect(await signInWith(deviceToken, { recoveryCode: recoveryCodes[0]! })).toMatchObject({ ok: true })
    expect(await signInWith(deviceToken, { code: code() })).toMatchObject({ ok: true, value: { kind: 'signed_in' } })
  })

  it('R24 shares its budget over sign-in and the acts of its session, and strangers close neither', async () => {
    const ports = memoryPorts()
    const { account, code } = await anEnrolledPersonIn(ports)
    const step = await signIn(ports, attemptOf(account.email))
    const { challenge } = valueOf(step) as { challenge: string }
    const verified = await verifySecondFactor(ports, { ...aDevice, challenge, proof: { code: code() } })
    const { deviceToken } = signedInBy(valueOf(verified))
    const [session] = [...ports.database.tables.sessions.values()]
    const actor = aPerson(account, { sessionId: session!.id })
    await guessOften(ports, 20, attemptOf(account.email))
    for (let guess = 0; guess < 5; guess += 1) {
      await signIn(ports, { ...attemptOf(account.email, deviceToken), password: wrongPassword })
      expect(await disableSecondFactor(ports, { actor, proof: { code: '000000' } })).toMatchObject({
        error: { code: 'second_factor.code_refused' },
      })
    }
    expect(await changePassword(ports, { actor, currentPassword: aPassword, newPassword })).toMatchObject({
      error: { code: 'password.guesses_exhausted' },
    })
  })
}

function passwords() {
  it('R151 changes the password while strangers have closed the account, and stays known under the new one', async () => {
    const ports = memoryPorts()
    const { actor, attempt, unknown } = await knownIn(ports)
    await guessOften(ports, 20, unknown)
    const changed = valueOf(await changePassword(ports, { actor, currentPassword: aPassword, newPassword }))
    expect(await signIn(ports, { ...attempt, password: newPassword })).toEqual(refused)
    expect(await signIn(ports, { ...attempt, password: newPassword, deviceToken: changed.deviceToken })).toMatchObject({
      ok: true,
    })
  })

  it('R151 stays known through a reset link that is used on it; a device of before the reset does not', async () => {
    const ports = memoryPorts()
    const { account, attempt, unknown } = await knownIn(ports)
    const token = await aPasswordResetIn(ports, account)
    const actor = { kind: 'anonymous', via: 'web', ...anOrigin } as const
    const reset = valueOf(await resetPassword(ports, { actor, token, newPassword, deviceToken: attempt.deviceToken }))
    await guessOften(ports, 20, unknown)
    expect(await signIn(ports, { ...attempt, password: newPassword })).toEqual(refused)
    expect(await signIn(ports, { ...attempt, password: newPassword, deviceToken: reset.deviceToken })).toMatchObject({ ok: true })
    const other = await aPasswordResetIn(ports, ports.database.tables.accounts.get(account.id)!)
    const made = await resetPassword(ports, { actor, token: other, newPassword: 'a third horse battery', deviceToken: 'made up' })
    expect(made).toEqual({ ok: true, value: { deviceToken: null } })
  })
}
