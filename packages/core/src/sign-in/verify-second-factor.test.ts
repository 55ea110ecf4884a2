import { describe, expect, it } from 'vitest'
import { Unavailable } from '../ports/platform/unavailable.ts'
import type { Account } from '../model/accounts/account.ts'
import { ok } from '../model/result.ts'
import {
  aChallengeIn,
  aDevice,
  anEnrolledPersonIn,
  anOrigin,
  aSessionIn,
  busyPasswordHasher,
  failuresOf,
  memoryPorts,
  valueOf,
} from '../testing/index.ts'
import { accountBucket, accountLimit } from '../attempt-limits/attempt-limits.ts'
import { recordRefusals } from './record-refusals.ts'
import { verifySecondFactor } from './verify-second-factor.ts'
import { atSecondFactor, verifying } from '../testing/builders/second-factor-stage.ts'

const refused = { ok: false, error: { code: 'sign_in.refused' } }
const wrong = { code: '000000' }
const fault = () => Promise.reject(new Error('fault'))

describe('verifySecondFactor', () => {
  it('opens the session with a code of the authenticator and keeps the choice to be remembered', async () => {
    const ports = memoryPorts()
    const { account, verify, code } = await atSecondFactor(ports)
    const step = valueOf(await verify({ code: code() }))
    expect(step).toMatchObject({ kind: 'signed_in', account: { id: account.id }, rememberMe: true })
    expect([...ports.database.tables.sessions.values()]).toMatchObject([
      { userId: account.id, rememberMe: true },
    ])
  })

  it('R62 audits success and failure, without the code or the challenge', async () => {
    const ports = memoryPorts()
    const { account, challenge, verify, code } = await atSecondFactor(ports)
    await verify(wrong)
    await verify({ code: code() })
    const entries = [...ports.database.tables.audit.values()]
    expect(entries).toMatchObject([
      { action: 'sign_in.fail', outcome: 'failure', target: `user:${account.id}`, ...anOrigin },
      { action: 'sign_in.succeed', outcome: 'success', actorId: account.id },
    ])
    for (const secret of [challenge, wrong.code, code()]) {
      expect(JSON.stringify([entries, ports.log.lines])).not.toContain(secret)
    }
  })

  it('R31 leads to the password change when the password is temporary', async () => {
    const ports = memoryPorts()
    const { verify, code } = await atSecondFactor(ports, { mustChangePassword: true })
    const step = valueOf(await verify({ code: code() }))
    expect(step).toMatchObject({ kind: 'password_change' })
    const [row] = [...ports.database.tables.challenges.values()]
    expect(row?.challenge).toMatchObject({
      stage: 'password_change',
      secondFactorPassed: true,
      rememberMe: true,
    })
    expect(ports.database.tables.sessions.size).toBe(0)
  })
})

describe('verifySecondFactor and challenges', () => {
  it('R26 accepts a challenge once', async () => {
    const ports = memoryPorts()
    const { verify, code } = await atSecondFactor(ports)
    expect(await verify({ code: code() })).toMatchObject({ ok: true })
    ports.clock.advance(60_000)
    expect(await verify({ code: code() })).toEqual(refused)
    expect(ports.database.tables.sessions.size).toBe(1)
  })

  it('R26 accepts a correct code at the fifth attempt but not at the sixth', async () => {
    for (const { failures, outcome } of [
      { failures: 4, outcome: { ok: true } },
      { failures: 5, outcome: refused },
    ] as const) {
      const ports = memoryPorts()
      const { verify, code } = await atSecondFactor(ports)
      for (let tries = 0; tries < failures; tries += 1) expect(await verify(wrong)).toEqual(refused)
      expect(await verify({ code: code() })).toMatchObject(outcome)
    }
  })

  it('R26 verifies five of twenty concurrent codes', async () => {
    const ports = memoryPorts()
    const { account, verify } = await atSecondFactor(ports)
    await Promise.all(Array.from({ length: 20 }, () => verify(wrong)))
    expect(failuresOf(ports, account)).toBe(5)
  })

  it('R26 refuses a challenge that is expired, of another stage or unknown', async () => {
    const ports = memoryPorts()
    const { account, verify, code } = await atSecondFactor(ports)
    const enrolment = await aChallengeIn(ports, account, { stage: 'second_factor_enrolment' })
    for (const other of [enrolment, 'token-0', ''])
      expect(await verifying(ports, other)({ code: code() })).toEqual(refused)
    ports.clock.advance(300_000)
    expect(await verify({ code: code() })).toEqual(refused)
    expect(failuresOf(ports, account)).toBe(0)
  })

  it("R26 refuses another person's code", async () => {
    const ports = memoryPorts()
    const [victim, eve] = [await atSecondFactor(ports), await atSecondFactor(ports)]
    expect(await victim.verify({ code: eve.code() })).toEqual(refused)
    expect(await victim.verify({ recoveryCode: eve.recoveryCodes[0]! })).toEqual(refused)
    expect(await eve.verify({ code: eve.code() })).toMatchObject({
      ok: true,
      value: { account: { id: eve.account.id } },
    })
  })

  it('R30 does not count the first code of a new enrolment as a passed second factor', async () => {
    const ports = memoryPorts()
    const { account, verify, code } = await atSecondFactor(ports)
    await ports.transact(async ({ accounts }) =>
      ok(await accounts.update({ ...account, mfaEnabledAt: null })),
    )
    expect(await verify({ code: code() })).toEqual(refused)
  })

  it('R26 R42 refuses when the password, second factor or account changes after the password stage or during the check', async () => {
    for (const change of ['password', 'second factor', 'account']) {
      for (const isLate of [false, true]) {
        const ports = memoryPorts()
        const { account, challenge, code } = await atSecondFactor(ports)
        const context = { purpose: 'mfa_secret', ownerId: account.id } as const
        const changed: Account = {
          ...account,
          ...(change === 'password' && { passwordEpoch: 2 }),
          ...(change === 'second factor' && { mfaSecret: ports.cipher.encrypt('new', context) }),
          ...(change === 'account' && { status: 'deactivated' }),
        }
        const alter = () =>
          ports.transact(async ({ accounts }) => ok(await accounts.update(changed)))
        const attemptLimits = { ...ports.attemptLimits }
        if (isLate)
          attemptLimits.take = (...attempt) =>
            alter().then(() => ports.attemptLimits.take(...attempt))
        else await alter()
        expect(await verifying({ ...ports, attemptLimits }, challenge)({ code: code() })).toEqual(
          refused,
        )
        expect(ports.database.tables.sessions.size).toBe(0)
      }
    }
  })
})

describe('verifySecondFactor and the attempt limit', () => {
  it("R21 verifies no code once the account's limit is exhausted", async () => {
    const ports = memoryPorts()
    const { account, code } = await anEnrolledPersonIn(ports)
    const verify = async (proof: { code: string }) =>
      verifying(ports, await aChallengeIn(ports, account))(proof)
    for (let tries = 0; tries < 10; tries += 1) await verify(wrong)
    const oneTimeCodes = {
      ...ports.oneTimeCodes,
      matchingStep: () => expect.unreachable('verified a code'),
    }
    const challenge = await aChallengeIn(ports, account)
    expect(await verifying({ ...ports, oneTimeCodes }, challenge)({ code: code() })).toEqual(
      refused,
    )
  })

  it('R21 counts no attempt when the server cannot verify', async () => {
    const ports = memoryPorts()
    const {
      account,
      challenge,
      recoveryCodes: [recoveryCode],
    } = await atSecondFactor(ports)
    const busy = verifying({ ...ports, recoveryCodeHasher: busyPasswordHasher() }, challenge)
    // More attempts than a challenge allows.
    for (let tries = 0; tries < 6; tries += 1) {
      await expect(busy({ recoveryCode: recoveryCode! })).rejects.toThrow(Unavailable)
    }
    expect(failuresOf(ports, account)).toBe(0)
    expect(await verifying(ports, challenge)({ recoveryCode: recoveryCode! })).toMatchObject({
      ok: true,
    })
  })

  it('R21 counts no attempt and consumes no code when the session cannot be stored', async () => {
    const ports = memoryPorts()
    const { account, challenge, code } = await atSecondFactor(ports)
    const transact: typeof ports.transact = (work) =>
      ports.transact((stores) =>
        work({ ...stores, sessions: { ...stores.sessions, insert: fault } }),
      )
    for (let tries = 0; tries < 6; tries += 1) {
      await expect(verifying({ ...ports, transact }, challenge)({ code: code() })).rejects.toThrow(
        'fault',
      )
    }
    expect(failuresOf(ports, account)).toBe(0)
    expect(await verifying(ports, challenge)({ code: code() })).toMatchObject({ ok: true })
  })

  it('R62 audits refusals that an exhausted limit causes', async () => {
    const ports = memoryPorts()
    const { account, code, challenge } = await atSecondFactor(ports)
    for (let tries = 0; tries < 10; tries += 1)
      await ports.attemptLimits.take(accountBucket(account.id), accountLimit)
    expect(await verifying(ports, challenge)({ code: code() })).toEqual(refused)
    expect(ports.database.tables.audit.size).toBe(0)
    ports.clock.advance(900_000)
    await recordRefusals(ports)
    const target = `user:${account.id}`
    const recorded = { action: 'sign_in.fail', outcome: 'failure', target, meta: { refusals: 1 } }
    expect([...ports.database.tables.audit.values()]).toMatchObject([recorded])
  })

  it('clears earlier failures of the account', async () => {
    const ports = memoryPorts()
    const { account, verify, code } = await atSecondFactor(ports)
    await verify(wrong)
    expect(failuresOf(ports, account)).toBe(1)
    await verify({ code: code() })
    expect(ports.database.tables.attempts.size).toBe(0)
  })

  it("R32 ends the browser's previous session", async () => {
    const ports = memoryPorts()
    const { account, challenge, code } = await atSecondFactor(ports)
    const { session, refreshToken: previousRefreshToken } = await aSessionIn(ports, account)
    valueOf(
      await verifySecondFactor(ports, {
        ...aDevice,
        challenge,
        proof: { code: code() },
        previousRefreshToken,
      }),
    )
    expect([...ports.database.tables.sessions.keys()]).toEqual([
      expect.not.stringContaining(session.id),
    ])
  })
})
