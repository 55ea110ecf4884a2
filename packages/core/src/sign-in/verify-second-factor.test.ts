import { describe, expect, it } from 'vitest'
import { Unavailable } from '../ports/platform/unavailable.ts'
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
  type MemoryPorts,
} from '../testing/index.ts'
import { accountBucket, accountRule } from '../attempt-limits/guesses.ts'
import { recordRefusals } from './record-refusals.ts'
import { verifySecondFactor } from './verify-second-factor.ts'

const refused = { ok: false, error: { code: 'sign_in.refused' } }
const wrong = { code: '000000' }
const fault = () => Promise.reject(new Error('fault'))

/** Somebody enrolled who passed the password, and what they present. */
async function atSecondFactor(ports: MemoryPorts, overrides: Parameters<typeof anEnrolledPersonIn>[1] = {}) {
  const person = await anEnrolledPersonIn(ports, overrides)
  const challenge = await aChallengeIn(ports, person.account, { rememberMe: true })
  return { ...person, challenge, verify: verifying(ports, challenge) }
}

const verifying = (ports: MemoryPorts, challenge: string) => (proof: Parameters<typeof verifySecondFactor>[1]['proof']) =>
  verifySecondFactor(ports, { ...aDevice, challenge, proof })

describe('verifySecondFactor', () => {
  it('opens the session for the code of the authenticator, and remembers what was chosen with the password', async () => {
    const ports = memoryPorts()
    const { account, verify, code } = await atSecondFactor(ports)
    const step = valueOf(await verify({ code: code() }))
    expect(step).toMatchObject({ kind: 'signed_in', account: { id: account.id }, rememberMe: true })
    expect([...ports.database.tables.sessions.values()]).toMatchObject([{ userId: account.id, rememberMe: true }])
  })

  it('R62 is audited either way, with nothing of code and challenge', async () => {
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

  it('R31 leads on to a permanent password when the present one is temporary', async () => {
    const ports = memoryPorts()
    const { verify, code } = await atSecondFactor(ports, { mustChangePassword: true })
    const step = valueOf(await verify({ code: code() }))
    expect(step).toMatchObject({ kind: 'password_change' })
    const [row] = [...ports.database.tables.challenges.values()]
    expect(row?.challenge).toMatchObject({ stage: 'password_change', secondFactorPassed: true, rememberMe: true })
    expect(ports.database.tables.sessions.size).toBe(0)
  })

  challenges()
  codes()
  recoveryCodes()
  budget()
})

function challenges() {
  it('R26 takes a challenge once', async () => {
    const ports = memoryPorts()
    const { verify, code } = await atSecondFactor(ports)
    expect(await verify({ code: code() })).toMatchObject({ ok: true })
    ports.clock.advance(60_000)
    expect(await verify({ code: code() })).toEqual(refused)
    expect(ports.database.tables.sessions.size).toBe(1)
  })

  it('R26 takes the right code at the fifth try, and at the sixth no more', async () => {
    for (const [failures, outcome] of [
      [4, { ok: true }],
      [5, refused],
    ] as const) {
      const ports = memoryPorts()
      const { verify, code } = await atSecondFactor(ports)
      for (let tries = 0; tries < failures; tries += 1) expect(await verify(wrong)).toEqual(refused)
      expect(await verify({ code: code() })).toMatchObject(outcome)
    }
  })

  it('R26 looks at five of twenty codes that come at once', async () => {
    const ports = memoryPorts()
    const { account, verify } = await atSecondFactor(ports)
    await Promise.all(Array.from({ length: 20 }, () => verify(wrong)))
    expect(failuresOf(ports, account)).toBe(5)
  })

  it('R26 takes no challenge after five minutes, of another stage, or of nobody', async () => {
    const ports = memoryPorts()
    const { account, verify, code } = await atSecondFactor(ports)
    const enrolment = await aChallengeIn(ports, account, { stage: 'second_factor_enrolment' })
    for (const other of [enrolment, 'token-0', '']) expect(await verifying(ports, other)({ code: code() })).toEqual(refused)
    ports.clock.advance(300_000)
    expect(await verify({ code: code() })).toEqual(refused)
    expect(failuresOf(ports, account)).toBe(0)
  })

  it('R26 takes no code of somebody else for a challenge', async () => {
    const ports = memoryPorts()
    const [victim, eve] = [await atSecondFactor(ports), await atSecondFactor(ports)]
    expect(await victim.verify({ code: eve.code() })).toEqual(refused)
    expect(await victim.verify({ recoveryCode: eve.recoveryCodes[0]! })).toEqual(refused)
    expect(await eve.verify({ code: eve.code() })).toMatchObject({ ok: true, value: { account: { id: eve.account.id } } })
  })

  it('R30 takes the first code of a new enrolment for no second factor that was passed', async () => {
    const ports = memoryPorts()
    const { account, verify, code } = await atSecondFactor(ports)
    await ports.transact(async ({ accounts }) => ok(await accounts.update({ ...account, mfaEnabledAt: null })))
    expect(await verify({ code: code() })).toEqual(refused)
  })

  it('R26 R42 refuses when password, second factor or account changed since the password, or during the very check', async () => {
    const changes = [{ passwordEpoch: 2 }, { mfaSecret: 'another' }, { status: 'deactivated' }] as const
    for (const change of changes) {
      for (const isLate of [false, true]) {
        const ports = memoryPorts()
        const { account, challenge, code } = await atSecondFactor(ports)
        const alter = () => ports.transact(async ({ accounts }) => ok(await accounts.update({ ...account, ...change })))
        const guessBudgets = { ...ports.guessBudgets }
        if (isLate) guessBudgets.take = (...taken) => alter().then(() => ports.guessBudgets.take(...taken))
        else await alter()
        expect(await verifying({ ...ports, guessBudgets }, challenge)({ code: code() })).toEqual(refused)
        expect(ports.database.tables.sessions.size).toBe(0)
      }
    }
  })
}

function codes() {
  it('R27 takes codes of one step before to one after, and no other', async () => {
    for (const [offsetSeconds, outcome] of [
      [-60, refused],
      [-30, { ok: true }],
      [0, { ok: true }],
      [30, { ok: true }],
      [60, refused],
    ] as const) {
      const ports = memoryPorts()
      const { seed, verify } = await atSecondFactor(ports)
      const at = new Date(ports.clock.now().getTime() + offsetSeconds * 1_000)
      expect(await verify({ code: ports.oneTimeCodes.codeAt(seed, at) })).toMatchObject(outcome)
    }
  })

  it('R27 lets one code sign in once, of however many that passed the password at once', async () => {
    const ports = memoryPorts()
    const { account, code } = await anEnrolledPersonIn(ports)
    const presented = await Promise.all(Array.from({ length: 20 }, () => aChallengeIn(ports, account)))
    const outcomes = await Promise.all(presented.map((challenge) => verifying(ports, challenge)({ code: code() })))
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(ports.database.tables.sessions.size).toBe(1)
  })

  it('R27 takes no older code after a newer one, nor the same again later', async () => {
    const ports = memoryPorts()
    const { account, seed, code } = await anEnrolledPersonIn(ports)
    const older = code()
    ports.clock.advance(30_000)
    const newer = ports.oneTimeCodes.codeAt(seed, ports.clock.now())
    const verify = async (presented: string) => verifying(ports, await aChallengeIn(ports, account))({ code: presented })
    expect([(await verify(newer)).ok, await verify(newer), await verify(older)]).toEqual([true, refused, refused])
  })

  it('R29 refuses and raises the alarm when the secret was swapped for that of somebody else, or altered', async () => {
    const ports = memoryPorts()
    const [victim, eve] = [await atSecondFactor(ports), await atSecondFactor(ports)]
    for (const mfaSecret of [eve.account.mfaSecret, `x${victim.account.mfaSecret}`]) {
      await ports.transact(async ({ accounts }) => ok(await accounts.update({ ...victim.account, mfaSecret })))
      expect(await victim.verify({ code: eve.code() })).toEqual(refused)
      expect(await victim.verify({ code: victim.code() })).toEqual(refused)
      const alarm = { level: 'error', event: 'second_factor.secret_unreadable', fields: { user_id: victim.account.id } }
      expect(ports.log.lines.slice(-2)).toEqual([alarm, alarm])
    }
  })
}

function recoveryCodes() {
  it('R28 takes each recovery code once, in whatever way it is typed, and audits its use', async () => {
    const ports = memoryPorts()
    const {
      account,
      recoveryCodes: [first, second],
    } = await anEnrolledPersonIn(ports)
    const verify = async (recoveryCode: string) => verifying(ports, await aChallengeIn(ports, account))({ recoveryCode })
    expect(await verify(first!.toLowerCase().replace('-', ' '))).toMatchObject({ ok: true })
    expect(await verify(first!)).toEqual(refused)
    expect(await verify(second!)).toMatchObject({ ok: true })
    const used = [...ports.database.tables.audit.values()].filter(({ action }) => action === 'second_factor.use_recovery_code')
    expect(used).toMatchObject([{ target: `user:${account.id}`, outcome: 'success' }, { target: `user:${account.id}` }])
  })

  it('R28 lets one recovery code sign in once, of however many that passed the password at once', async () => {
    const ports = memoryPorts()
    const {
      account,
      recoveryCodes: [recoveryCode],
    } = await anEnrolledPersonIn(ports)
    const presented = await Promise.all(Array.from({ length: 20 }, () => aChallengeIn(ports, account)))
    const proof = { recoveryCode: recoveryCode! }
    const outcomes = await Promise.all(presented.map((challenge) => verifying(ports, challenge)(proof)))
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  })
}

function budget() {
  it('R21 looks at no code once the budget of the account is used up', async () => {
    const ports = memoryPorts()
    const { account, code } = await anEnrolledPersonIn(ports)
    const verify = async (proof: { code: string }) => verifying(ports, await aChallengeIn(ports, account))(proof)
    for (let guess = 0; guess < 10; guess += 1) await verify(wrong)
    const oneTimeCodes = { ...ports.oneTimeCodes, matchingStep: () => expect.unreachable('looked at a code') }
    const challenge = await aChallengeIn(ports, account)
    expect(await verifying({ ...ports, oneTimeCodes }, challenge)({ code: code() })).toEqual(refused)
  })

  it('R21 spends nothing of the budget when the server cannot judge', async () => {
    const ports = memoryPorts()
    const {
      account,
      challenge,
      recoveryCodes: [recoveryCode],
    } = await atSecondFactor(ports)
    const busy = verifying({ ...ports, passwordHasher: busyPasswordHasher() }, challenge)
    // More often than the challenge has tries.
    for (let tries = 0; tries < 6; tries += 1) {
      await expect(busy({ recoveryCode: recoveryCode! })).rejects.toThrow(Unavailable)
    }
    expect(failuresOf(ports, account)).toBe(0)
    expect(await verifying(ports, challenge)({ recoveryCode: recoveryCode! })).toMatchObject({ ok: true })
  })

  it('R21 spends neither guess nor try when the session cannot be stored, and uses no code up', async () => {
    const ports = memoryPorts()
    const { account, challenge, code } = await atSecondFactor(ports)
    const transact: typeof ports.transact = (work) =>
      ports.transact((stores) => work({ ...stores, sessions: { ...stores.sessions, insert: fault } }))
    for (let tries = 0; tries < 6; tries += 1) {
      await expect(verifying({ ...ports, transact }, challenge)({ code: code() })).rejects.toThrow('fault')
    }
    expect(failuresOf(ports, account)).toBe(0)
    expect(await verifying(ports, challenge)({ code: code() })).toMatchObject({ ok: true })
  })

  it('R62 audits also what is refused because the budget is used up', async () => {
    const ports = memoryPorts()
    const { account, code, challenge } = await atSecondFactor(ports)
    for (let guess = 0; guess < 10; guess += 1) await ports.guessBudgets.take(accountBucket(account.id), accountRule)
    expect(await verifying(ports, challenge)({ code: code() })).toEqual(refused)
    expect(ports.database.tables.audit.size).toBe(0)
    ports.clock.advance(900_000)
    await recordRefusals(ports)
    const target = `user:${account.id}`
    const recorded = { action: 'sign_in.fail', outcome: 'failure', target, meta: { refusals: 1 } }
    expect([...ports.database.tables.audit.values()]).toMatchObject([recorded])
  })

  it('forgets earlier failures of the account', async () => {
    const ports = memoryPorts()
    const { account, verify, code } = await atSecondFactor(ports)
    await verify(wrong)
    expect(failuresOf(ports, account)).toBe(1)
    await verify({ code: code() })
    expect(ports.database.tables.guesses.size).toBe(0)
  })

  it('R32 ends the session whose token the browser still has', async () => {
    const ports = memoryPorts()
    const { account, challenge, code } = await atSecondFactor(ports)
    const { session, refreshToken: previousRefreshToken } = await aSessionIn(ports, account)
    valueOf(await verifySecondFactor(ports, { ...aDevice, challenge, proof: { code: code() }, previousRefreshToken }))
    expect([...ports.database.tables.sessions.keys()]).toEqual([expect.not.stringContaining(session.id)])
  })
}
