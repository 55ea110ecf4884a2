import { describe, expect, it } from 'vitest'
import { Unavailable } from '../ports/platform/unavailable.ts'
import { authenticateSession } from '../sessions/authenticate-session.ts'
import { refreshSession } from '../sessions/refresh-session.ts'
import {
  aDate,
  aDevice,
  anEnrolledPersonIn,
  anOrigin,
  aPassword,
  aPasswordHash,
  aPersonIn,
  busyPasswordHasher,
  failuresOf,
  memoryPorts,
  newId,
  valueOf,
  watchedPasswordHasher,
  type MemoryPorts,
} from '../testing/index.ts'
import { addressBucket } from '../attempt-limits/guesses.ts'
import { signIn, type SignIn } from './sign-in.ts'

const refused = { ok: false, error: { code: 'sign_in.refused' } }
const aMember = { email: 'ada@example.com', passwordHash: aPasswordHash }
const attempt: SignIn = { ...aDevice, email: 'ada@example.com', password: aPassword, rememberMe: false }
const wrong: SignIn = { ...attempt, password: 'wrong horse battery' }

/** Signs in as often, each time from another network. */
async function signInFromEverywhere(ports: MemoryPorts, count: number, command: SignIn) {
  for (let position = 0; position < count; position += 1) {
    await signIn(ports, { ...command, origin: { ...anOrigin, address: `10.0.${position >> 8}.${position & 255}` } })
  }
}

const broken = () => Promise.reject(new Error('broken'))

describe('the budgets of signIn', () => {
  budgets()
  lockOut()
})

function budgets() {
  it('R21 verifies at most ten of a hundred wrong passwords at once, and refuses the right one behind them', async () => {
    const passwordHasher = watchedPasswordHasher()
    const ports = memoryPorts({ passwordHasher })
    await aPersonIn(ports, aMember)
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, position) => {
        const origin = { ...anOrigin, address: `10.0.0.${position}` }
        return signIn(ports, { ...(position === 99 ? attempt : wrong), origin })
      }),
    )
    expect(passwordHasher.verified.filter((hash) => hash !== null)).toHaveLength(10)
    for (const outcome of outcomes) expect(outcome).toEqual(refused)
  })

  it('R21 spends nothing when the server cannot judge', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, aMember)
    for (let guess = 0; guess < 20; guess += 1) {
      await expect(signIn({ ...ports, passwordHasher: busyPasswordHasher() }, attempt)).rejects.toThrow(Unavailable)
    }
    const cannotRehash = { ...ports.passwordHasher, isOutdated: () => true, hash: broken }
    await expect(signIn({ ...ports, passwordHasher: cannotRehash }, attempt)).rejects.toThrow('broken')
    expect([failuresOf(ports, account), ports.database.tables.guesses.get(addressBucket('192.0.2.7'))?.failures]).toEqual([0, 0])
    expect(await signIn(ports, attempt)).toMatchObject({ ok: true })
  })

  it('R21 gives one guess back, and no other, when the server fails after it was judged', async () => {
    const ports = memoryPorts({ passwordHasher: { ...watchedPasswordHasher(), isOutdated: () => true } })
    const { account } = await aPersonIn(ports, aMember)
    for (let guess = 0; guess < 5; guess += 1) await signIn(ports, wrong)
    const guessBudgets = { ...ports.guessBudgets, clear: () => Promise.reject(new Unavailable('database', 'Away.')) }
    await expect(signIn({ ...ports, guessBudgets }, attempt)).rejects.toThrow(Unavailable)
    expect([failuresOf(ports, account), ports.database.tables.guesses.get(addressBucket('192.0.2.7'))?.failures]).toEqual([5, 5])
  })

  it('R21 spends nothing when the session, or the next stage, cannot be opened', async () => {
    for (const enrolled of [false, true]) {
      const ports = memoryPorts()
      const { account } = await aPersonIn(ports, { ...aMember, ...(enrolled && { mfaSecret: 'a secret', mfaEnabledAt: aDate }) })
      const signInAttempts = { ...ports.signInAttempts, openSession: enrolled ? async () => null : broken }
      const transact = enrolled ? broken : ports.transact
      await expect(signIn({ ...ports, signInAttempts, transact }, attempt)).rejects.toThrow('broken')
      expect([failuresOf(ports, account), ports.database.tables.guesses.get(addressBucket('192.0.2.7'))?.failures]).toEqual([
        0, 0,
      ])
    }
  })

  it('R21 opens no closed budget when the server cannot judge', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, aMember)
    await signInFromEverywhere(ports, 10, wrong)
    for (let guess = 0; guess < 20; guess += 1) {
      await expect(signIn({ ...ports, passwordHasher: busyPasswordHasher() }, wrong)).rejects.toThrow(Unavailable)
    }
    expect([await signIn(ports, attempt), failuresOf(ports, account)]).toEqual([refused, 10])
    for (let guess = 0; guess < 60; guess += 1) await signIn(ports, { ...wrong, email: `${newId()}@example.com` })
    expect(await signIn({ ...ports, passwordHasher: busyPasswordHasher() }, wrong)).toEqual(refused)
    expect(ports.database.tables.guesses.get(addressBucket('192.0.2.7'))).toMatchObject({ failures: 60 })
  })

  it('R21 counts the right password of a deactivated account like a wrong one, and compares it with nothing', async () => {
    const passwordHasher = watchedPasswordHasher()
    const ports = memoryPorts({ passwordHasher })
    const { account } = await aPersonIn(ports, { ...aMember, status: 'deactivated' })
    await signIn(ports, attempt)
    expect([failuresOf(ports, account), passwordHasher.verified]).toEqual([1, [null]])
  })

  it('raises the alarm about the tenth wrong password, of an account or of none, and about no right one', async () => {
    for (const [email, command, alarms] of [
      ['ada@example.com', wrong, 1],
      ['eve@example.com', wrong, 1],
      ['ada@example.com', attempt, 0],
    ] as const) {
      const ports = memoryPorts()
      await aPersonIn(ports, { ...aMember, email })
      for (let guess = 0; guess < 9; guess += 1) await signIn(ports, wrong)
      expect(ports.log.lines).toEqual([])
      await signIn(ports, command)
      await signIn(ports, command)
      expect(ports.log.lines).toHaveLength(alarms)
    }
  })

  it('keeps nothing in the audit log of an address that nobody has', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, aMember)
    await signInFromEverywhere(ports, 10, wrong)
    await signInFromEverywhere(ports, 10, { ...wrong, email: 'my-password@example.com' })
    const alarms = [...ports.database.tables.audit.values()].filter(({ action }) => action === 'sign_in.guesses_exhausted')
    expect(alarms.map(({ target }) => target)).toEqual([`user:${account.id}`, 'user:unknown'])
    expect(JSON.stringify([...ports.database.tables.audit.values()])).not.toContain('my-password')
  })

  it('lets every one of twenty browsers in that sign in at once with the right password', async () => {
    const ports = memoryPorts()
    await aPersonIn(ports, aMember)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => signIn(ports, attempt)))
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(20)
    expect(ports.log.lines).toEqual([])
  })

  it('R22 counts every spelling of an address in one budget, whether it has an account or not', async () => {
    for (const isKnown of [true, false]) {
      const ports = memoryPorts()
      const { account } = await aPersonIn(ports, isKnown ? aMember : { email: 'eve@example.com' })
      for (const email of ['ada@example.com', 'ADA@EXAMPLE.COM', ' Ada@Example.com', 'ada@example.com  ', 'aDa@eXample.coM']) {
        await signIn(ports, { ...wrong, email })
      }
      const failures = [...ports.database.tables.guesses].map(([bucket, { failures: count }]) => [bucket, count])
      const bucket = isKnown ? `account:${account.id}` : 'account:digest-of-ada-at-example.com'
      expect(failures).toEqual([
        ['address:192.0.2.7', 5],
        [bucket, 5],
      ])
    }
  })

  it('R22 takes nothing from an account for an address that merely looks like its own', async () => {
    const ports = memoryPorts()
    await aPersonIn(ports, { ...aMember, email: 'kim@example.com' })
    for (const email of [
      '\u212aim@example.com',
      'k\u0131m@example.com',
      'kim@example.com.',
      'kim@example.com,x',
      '"kim"@example.com',
    ]) {
      expect(await signIn(ports, { ...attempt, email })).toEqual(refused)
    }
    expect([...ports.database.tables.guesses.keys()]).toEqual(['address:192.0.2.7'])
  })

  it('forgets earlier failures of the account, but not of the address, once somebody signs in', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, aMember)
    for (let guess = 0; guess < 9; guess += 1) await signIn(ports, wrong)
    expect(await signIn(ports, attempt)).toMatchObject({ ok: true })
    expect([failuresOf(ports, account), ports.database.tables.guesses.get('address:192.0.2.7')?.failures]).toEqual([0, 9])
  })

  it('R24 forgets no earlier failure for a right password that is not the last proof', async () => {
    const ports = memoryPorts()
    const { account } = await anEnrolledPersonIn(ports, aMember)
    for (let guess = 0; guess < 9; guess += 1) await signIn(ports, wrong)
    expect(await signIn(ports, attempt)).toMatchObject({ ok: true, value: { kind: 'second_factor' } })
    expect(failuresOf(ports, account)).toBe(9)
  })
}

function lockOut() {
  it('R25 keeps a live session and its refresh working while its account and its address are throttled', async () => {
    const ports = memoryPorts()
    await aPersonIn(ports, aMember)
    const step = valueOf(await signIn(ports, attempt))
    if (step.kind !== 'signed_in') throw new Error('not signed in')
    for (let guess = 0; guess < 60; guess += 1) await signIn(ports, wrong)
    expect(await signIn(ports, attempt)).toEqual(refused)
    const { accessToken: presented, refreshToken } = step
    expect(await authenticateSession(ports, { presented, origin: anOrigin })).toMatchObject({ ok: true })
    expect(await refreshSession(ports, { ...aDevice, presented: refreshToken })).toMatchObject({ ok: true })
  })

  it('R25 takes nothing from the account for an address that is throttled', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, aMember)
    for (let guess = 0; guess < 60; guess += 1) await signIn(ports, { ...wrong, email: `${newId()}@example.com` })
    for (let guess = 0; guess < 20; guess += 1) await signIn(ports, wrong)
    expect(failuresOf(ports, account)).toBe(0)
  })

  it('R25 lets the account in again after the delay, and after a hundred failures in a row not until it is cleared', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, aMember)
    await signInFromEverywhere(ports, 10, wrong)
    ports.clock.advance(900_000)
    expect(await signIn(ports, attempt)).toMatchObject({ ok: true })
    for (let guess = 0; guess < 100; guess += 1) {
      await signIn(ports, { ...wrong, origin: { ...anOrigin, address: null } })
      ports.clock.advance(900_000)
    }
    expect(await signIn(ports, attempt)).toEqual(refused)
    await ports.guessBudgets.clear(`account:${account.id}`)
    expect(await signIn(ports, attempt)).toMatchObject({ ok: true })
  })
}
