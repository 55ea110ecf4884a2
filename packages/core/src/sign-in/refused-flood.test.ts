import { describe, expect, it } from 'vitest'
import type { Account } from '../model/accounts/account.ts'
import { ok } from '../model/result.ts'
import type { SessionId } from '../model/sessions/session.ts'
import {
  aDevice,
  anEnrolledPersonIn,
  aPassword,
  aPasswordHash,
  aPersonIn,
  memoryPorts,
  newId,
  watchedPasswordHasher,
  type MemoryPorts,
} from '../testing/index.ts'
import { recordRefusals } from './record-refusals.ts'
import { passwordsLimit, throttledClientDelayMs, signIn, type SignIn } from './sign-in.ts'

const refused = { ok: false, error: { code: 'sign_in.refused' } }

/** Ports with a hasher that records its calls, and a person who can sign in. */
async function open() {
  const passwordHasher = watchedPasswordHasher()
  const ports = memoryPorts({ passwordHasher })
  const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash })
  const attempt: SignIn = {
    ...aDevice,
    email: account.email,
    password: aPassword,
    rememberMe: false,
  }
  const from = (address: string) => ({ ...attempt, origin: { ...attempt.origin, address } })
  return {
    ports,
    passwordHasher,
    account,
    attempt,
    from,
    rows: () => ports.database.tables.audit.size,
  }
}

describe('a flood of refused sign-ins', () => {
  it('R149 from one address costs 60 hashes, 60 rows and one summary row, and blocks no other address', async () => {
    const { ports, passwordHasher, attempt, from, rows } = await open()
    const signedIn: boolean[] = []
    for (let count = 0; count < 600; count += 1) {
      const email = `${newId()}@example.com`
      expect(await signIn(ports, { ...attempt, email, password: 'wrong horse battery' })).toEqual(
        refused,
      )
      if (count % 10 === 0) signedIn.push((await signIn(ports, from('198.51.100.9'))).ok)
    }
    expect(signedIn).toEqual(Array(60).fill(true))
    const bystander = 60
    const [hashes, written] = [passwordHasher.verified.length - bystander, rows() - bystander]
    // Each refusal advances the test clock by its delay, so the limit admits two more attempts.
    expect([hashes, written]).toEqual([62, 62])
    ports.clock.advance(900_000)
    await recordRefusals(ports)
    const counts = [...ports.database.tables.audit.values()].flatMap(({ meta, target, address }) =>
      'refusals' in meta ? [{ target, address, refusals: meta['refusals'] }] : [],
    )
    expect(counts).toEqual([
      { target: 'address:192.0.2.7', address: '192.0.2.7', refusals: 600 - 62 },
    ])
  })

  it('R20 R149 from an exhausted address is refused after the same delay for every account', async () => {
    const { ports, passwordHasher, account, attempt } = await open()
    for (let count = 0; count < 60; count += 1)
      await signIn(ports, { ...attempt, email: `${newId()}@example.com` })
    passwordHasher.verify = () => expect.unreachable('hashed')
    for (const email of [account.email, 'eve@example.com', 'no address']) {
      const before = ports.clock.now().getTime()
      expect(await signIn(ports, { ...attempt, email })).toEqual(refused)
      expect(ports.clock.now().getTime() - before).toBe(throttledClientDelayMs)
    }
  })

  it('R20 R149 on one account from many addresses costs one hash each, and one row for all refusals of its exhausted limit', async () => {
    const { ports, passwordHasher, account, from, rows } = await open()
    for (let count = 0; count < 300; count += 1) {
      const address = `10.0.${count >> 8}.${count & 255}`
      expect(await signIn(ports, { ...from(address), password: 'wrong horse battery' })).toEqual(
        refused,
      )
    }
    expect(passwordHasher.verified).toHaveLength(300)
    // Ten failed attempts, and the alarm at the tenth.
    expect(rows()).toBe(11)
    ports.clock.advance(900_000)
    await recordRefusals(ports)
    expect([...ports.database.tables.audit.values()].at(-1)).toMatchObject({
      action: 'sign_in.fail',
      target: `user:${account.id}`,
      outcome: 'failure',
      meta: { refusals: 290 },
    })
  })
})

/** Counts all but `left` of the correct passwords of an hour. */
async function countUntil(ports: MemoryPorts, { id, passwordEpoch }: Account, left: number) {
  for (let count = 0; count < passwordsLimit.failuresMax - left; count += 1)
    await ports.attemptLimits.take(`sign_ins:${id}:${passwordEpoch}`, passwordsLimit)
}

describe('a flood of sign-ins with the correct password', () => {
  const minuteMs = 60_000

  it('opens 600 sessions in an hour, then one a minute, and records the rest as one audit entry', async () => {
    const { ports, account, attempt, rows } = await open()
    await countUntil(ports, account, 5)
    const flood = async (count: number) => {
      let opened = 0
      for (let tries = 0; tries < count; tries += 1)
        if ((await signIn(ports, attempt)).ok) opened += 1
      return opened
    }
    // The first one is not within a minute of another, and does not count.
    expect([await flood(20), rows()]).toEqual([6, 6])
    ports.clock.advance(minuteMs)
    expect([await flood(20), rows()]).toEqual([1, 7])
    ports.clock.advance(15 * minuteMs)
    await recordRefusals(ports)
    expect([...ports.database.tables.audit.values()].at(-1)).toMatchObject({
      action: 'sign_in.fail',
      target: `user:${account.id}`,
      meta: { refusals: 33 },
    })
  })

  it('opens 600 second stages in an hour, and keeps out no device that signed in before', async () => {
    const ports = memoryPorts()
    const { account } = await anEnrolledPersonIn(ports)
    const { id: userId, passwordEpoch } = account
    await countUntil(ports, account, 3)
    const attempt = { ...aDevice, email: account.email, password: aPassword, rememberMe: false }
    const outcomes: boolean[] = []
    for (let tries = 0; tries < 5; tries += 1) outcomes.push((await signIn(ports, attempt)).ok)
    expect(outcomes).toEqual([true, true, true, false, false])
    const deviceId = newId() as SessionId
    const deviceToken = ports.deviceTokens.issue({ userId, deviceId, passwordEpoch })
    expect(await signIn(ports, { ...attempt, deviceToken })).toMatchObject({ ok: true })
    expect(await signIn(ports, attempt)).toEqual(refused)
    ports.clock.advance(60 * minuteMs)
    expect(await signIn(ports, attempt)).toMatchObject({ ok: true })
  })

  it('admits a person who has a new password', async () => {
    const ports = memoryPorts()
    const { account } = await anEnrolledPersonIn(ports)
    await countUntil(ports, account, 0)
    const attempt = { ...aDevice, email: account.email, password: aPassword, rememberMe: false }
    expect(await signIn(ports, attempt)).toEqual(refused)
    const passwordEpoch = account.passwordEpoch + 1
    await ports.transact(async ({ accounts }) =>
      ok(await accounts.update({ ...account, passwordEpoch })),
    )
    expect(await signIn(ports, attempt)).toMatchObject({ ok: true })
  })
})
