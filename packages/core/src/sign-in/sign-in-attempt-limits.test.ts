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
import { addressBucket } from '../attempt-limits/attempt-limits.ts'
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

/** Signs in `count` times, each time from another network. */
async function signInFromEverywhere(ports: MemoryPorts, count: number, command: SignIn) {
  for (let position = 0; position < count; position += 1) {
    await signIn(ports, {
      ...command,
      origin: { ...anOrigin, address: `10.0.${position >> 8}.${position & 255}` },
    })
  }
}

const broken = () => Promise.reject(new Error('broken'))

describe('the attempt limits of signIn', () => {
  it('R21 verifies at most ten of a hundred concurrent wrong passwords, and refuses the correct one after them', async () => {
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

  it('R21 counts no attempt when the server cannot verify', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, aMember)
    for (let tries = 0; tries < 20; tries += 1) {
      await expect(
        signIn({ ...ports, passwordHasher: busyPasswordHasher() }, attempt),
      ).rejects.toThrow(Unavailable)
    }
    const cannotRehash = { ...ports.passwordHasher, isOutdated: () => true, hash: broken }
    await expect(signIn({ ...ports, passwordHasher: cannotRehash }, attempt)).rejects.toThrow(
      'broken',
    )
    expect([
      failuresOf(ports, account),
      ports.database.tables.attempts.get(addressBucket('192.0.2.7'))?.failures,
    ]).toEqual([0, 0])
    expect(await signIn(ports, attempt)).toMatchObject({ ok: true })
  })

  it('R21 signs in and returns exactly one attempt although the limit can no longer be cleared', async () => {
    const ports = memoryPorts({
      passwordHasher: { ...watchedPasswordHasher(), isOutdated: () => true },
    })
    const { account } = await aPersonIn(ports, aMember)
    for (let tries = 0; tries < 5; tries += 1) await signIn(ports, wrong)
    const attemptLimits = {
      ...ports.attemptLimits,
      clear: () => Promise.reject(new Unavailable('database', 'Away.')),
    }
    expect(await signIn({ ...ports, attemptLimits }, attempt)).toMatchObject({ ok: true })
    expect([
      failuresOf(ports, account),
      ports.database.tables.attempts.get(addressBucket('192.0.2.7'))?.failures,
    ]).toEqual([5, 5])
  })

  it('R21 counts no attempt when the session or the next stage cannot be opened', async () => {
    for (const enrolled of [false, true]) {
      const ports = memoryPorts()
      const { account } = await aPersonIn(ports, {
        ...aMember,
        ...(enrolled && { mfaSecret: 'a secret', mfaEnabledAt: aDate }),
      })
      const signInAttempts = {
        ...ports.signInAttempts,
        openSession: enrolled ? async () => null : broken,
      }
      const transact = enrolled ? broken : ports.transact
      await expect(signIn({ ...ports, signInAttempts, transact }, attempt)).rejects.toThrow(
        'broken',
      )
      expect([
        failuresOf(ports, account),
        ports.database.tables.attempts.get(addressBucket('192.0.2.7'))?.failures,
      ]).toEqual([0, 0])
    }
  })

  it('R21 does not reopen an exhausted limit when the server cannot verify', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, aMember)
    await signInFromEverywhere(ports, 10, wrong)
    for (let tries = 0; tries < 20; tries += 1) {
      await expect(
        signIn({ ...ports, passwordHasher: busyPasswordHasher() }, wrong),
      ).rejects.toThrow(Unavailable)
    }
    expect([await signIn(ports, attempt), failuresOf(ports, account)]).toEqual([refused, 10])
    for (let tries = 0; tries < 60; tries += 1)
      await signIn(ports, { ...wrong, email: `${newId()}@example.com` })
    expect(await signIn({ ...ports, passwordHasher: busyPasswordHasher() }, wrong)).toEqual(refused)
    expect(ports.database.tables.attempts.get(addressBucket('192.0.2.7'))).toMatchObject({
      failures: 60,
    })
  })

  it('R21 counts the correct password of a deactivated account as wrong, and never compares it', async () => {
    const passwordHasher = watchedPasswordHasher()
    const ports = memoryPorts({ passwordHasher })
    const { account } = await aPersonIn(ports, { ...aMember, status: 'deactivated' })
    await signIn(ports, attempt)
    expect([failuresOf(ports, account), passwordHasher.verified]).toEqual([1, [null]])
  })

  it('raises the alarm at the tenth wrong password, with or without an account, and never at a correct one', async () => {
    for (const { email, command, alarms } of [
      { email: 'ada@example.com', command: wrong, alarms: 1 },
      { email: 'eve@example.com', command: wrong, alarms: 1 },
      { email: 'ada@example.com', command: attempt, alarms: 0 },
    ] as const) {
      const ports = memoryPorts()
      await aPersonIn(ports, { ...aMember, email })
      for (let tries = 0; tries < 9; tries += 1) await signIn(ports, wrong)
      expect(ports.log.lines).toEqual([])
      await signIn(ports, command)
      await signIn(ports, command)
      expect(ports.log.lines).toHaveLength(alarms)
    }
  })

  it('keeps an address without an account out of the audit log', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, aMember)
    await signInFromEverywhere(ports, 10, wrong)
    await signInFromEverywhere(ports, 10, { ...wrong, email: 'my-password@example.com' })
    const alarms = [...ports.database.tables.audit.values()].filter(
      ({ action }) => action === 'sign_in.guesses_exhausted',
    )
    expect(alarms.map(({ target }) => target)).toEqual([`user:${account.id}`, 'user:unknown'])
    expect(JSON.stringify([...ports.database.tables.audit.values()])).not.toContain('my-password')
  })

  it('signs in all of twenty concurrent browsers with the correct password', async () => {
    const ports = memoryPorts()
    await aPersonIn(ports, aMember)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => signIn(ports, attempt)))
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(20)
    expect(ports.log.lines).toEqual([])
  })

  it('R22 counts every spelling of an address together, with or without an account', async () => {
    for (const isKnown of [true, false]) {
      const ports = memoryPorts()
      const { account } = await aPersonIn(ports, isKnown ? aMember : { email: 'eve@example.com' })
      for (const email of [
        'ada@example.com',
        'ADA@EXAMPLE.COM',
        ' Ada@Example.com',
        'ada@example.com  ',
        'aDa@eXample.coM',
      ]) {
        await signIn(ports, { ...wrong, email })
      }
      const failures = [...ports.database.tables.attempts].map(([bucket, { failures: count }]) => [
        bucket,
        count,
      ])
      const bucket = isKnown ? `account:${account.id}` : 'account:digest-of-ada-at-example.com'
      expect(failures).toEqual([
        ['address:192.0.2.7', 5],
        [bucket, 5],
      ])
    }
  })

  it('R22 does not count a look-alike address against the account', async () => {
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
    expect([...ports.database.tables.attempts.keys()]).toEqual(['address:192.0.2.7'])
  })

  it('clears earlier failures of the account, but not of the client address, after a sign-in', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, aMember)
    for (let tries = 0; tries < 9; tries += 1) await signIn(ports, wrong)
    expect(await signIn(ports, attempt)).toMatchObject({ ok: true })
    expect([
      failuresOf(ports, account),
      ports.database.tables.attempts.get('address:192.0.2.7')?.failures,
    ]).toEqual([0, 9])
  })

  it('R24 clears no earlier failure for a correct password while another stage remains', async () => {
    const ports = memoryPorts()
    const { account } = await anEnrolledPersonIn(ports, aMember)
    for (let tries = 0; tries < 9; tries += 1) await signIn(ports, wrong)
    expect(await signIn(ports, attempt)).toMatchObject({
      ok: true,
      value: { kind: 'second_factor' },
    })
    expect(failuresOf(ports, account)).toBe(9)
  })
})

describe('lockout by signIn', () => {
  it('R25 keeps a session and its refresh working while its account and client address are throttled', async () => {
    const ports = memoryPorts()
    await aPersonIn(ports, aMember)
    const step = valueOf(await signIn(ports, attempt))
    if (step.kind !== 'signed_in') throw new Error('not signed in')
    for (let tries = 0; tries < 60; tries += 1) await signIn(ports, wrong)
    expect(await signIn(ports, attempt)).toEqual(refused)
    const { accessToken: presented, refreshToken } = step
    expect(await authenticateSession(ports, { presented, origin: anOrigin })).toMatchObject({
      ok: true,
    })
    expect(await refreshSession(ports, { ...aDevice, presented: refreshToken })).toMatchObject({
      ok: true,
    })
  })

  it('R25 does not count attempts from a throttled address against the account', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, aMember)
    for (let tries = 0; tries < 60; tries += 1)
      await signIn(ports, { ...wrong, email: `${newId()}@example.com` })
    for (let tries = 0; tries < 20; tries += 1) await signIn(ports, wrong)
    expect(failuresOf(ports, account)).toBe(0)
  })

  it('R22 limits clients without an address as one, for instance those of a portal that does not know it', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, aMember)
    const origin = { ...anOrigin, address: null }
    const known = valueOf(await signIn(ports, { ...attempt, origin }))
    if (known.kind !== 'signed_in') throw new Error('not signed in')
    for (let tries = 0; tries < 60; tries += 1)
      await signIn(ports, { ...wrong, origin, email: `${newId()}@example.com` })
    for (let tries = 0; tries < 20; tries += 1) await signIn(ports, { ...wrong, origin })
    expect(failuresOf(ports, account)).toBe(0)
    expect(await signIn(ports, { ...attempt, origin })).toEqual(refused)
    expect(await signIn(ports, attempt)).toMatchObject({ ok: true })
    const { deviceToken } = known
    expect(await signIn(ports, { ...attempt, origin, deviceToken })).toMatchObject({ ok: true })
  })

  it('R25 admits the account again after the delay, but after 100 consecutive failures only once it is cleared', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, aMember)
    await signInFromEverywhere(ports, 10, wrong)
    ports.clock.advance(900_000)
    expect(await signIn(ports, attempt)).toMatchObject({ ok: true })
    for (let tries = 0; tries < 100; tries += 1) {
      await signIn(ports, { ...wrong, origin: { ...anOrigin, address: null } })
      ports.clock.advance(900_000)
    }
    expect(await signIn(ports, attempt)).toEqual(refused)
    await ports.attemptLimits.clear(`account:${account.id}`)
    expect(await signIn(ports, attempt)).toMatchObject({ ok: true })
  })
})
