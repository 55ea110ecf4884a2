import { describe, expect, it } from 'vitest'
import { Unavailable } from '../ports/platform/unavailable.ts'
import { ok } from '../model/result.ts'
import {
  aChallengeIn,
  aDevice,
  anEnrolledPersonIn,
  anOrigin,
  aPersonIn,
  aSessionIn,
  busyPasswordHasher,
  failuresOf,
  memoryPorts,
  valueOf,
  type MemoryPorts,
} from '../testing/index.ts'
import { confirmEnrolment } from './confirm-enrolment.ts'
import { startEnrolment } from './start-enrolment.ts'
import { verifySecondFactor } from './verify-second-factor.ts'

const refused = { ok: false, error: { code: 'sign_in.refused' } }
const stage = 'second_factor_enrolment'

/** A person whose authenticator has the secret and who has yet to send the first code. */
async function enrolling(ports: MemoryPorts) {
  const { account } = await aPersonIn(ports, { role: 'Owner' })
  const challenge = await aChallengeIn(ports, account, { stage, rememberMe: true })
  const { secret } = valueOf(await startEnrolment(ports, { challenge, origin: anOrigin }))
  return {
    account,
    challenge,
    code: () => ports.oneTimeCodes.codeAt(secret, ports.clock.now()),
    confirm: (code: string, presented = challenge) =>
      confirmEnrolment(ports, { ...aDevice, challenge: presented, code }),
    stored: () => ports.database.tables.accounts.get(account.id),
  }
}

describe('confirmEnrolment', () => {
  it('R28 enables the second factor with the first code, returns ten recovery codes and opens the session', async () => {
    const ports = memoryPorts()
    const { account, confirm, code, stored } = await enrolling(ports)
    const { step, recoveryCodes } = valueOf(await confirm(code()))
    expect(step).toMatchObject({
      kind: 'signed_in',
      account: { mfaEnabledAt: ports.clock.now() },
      rememberMe: true,
    })
    expect(stored()).toMatchObject({
      mfaEnabledAt: ports.clock.now(),
      updatedAt: ports.clock.now(),
    })
    expect(new Set(recoveryCodes).size).toBe(10)
    const hashes = [...ports.database.tables.recoveryCodes.get(account.id)!.keys()]
    const normal = recoveryCodes.map(
      (recoveryCode) => `hash of ${ports.recoveryCodeSource.normalize(recoveryCode)}`,
    )
    expect(hashes).toEqual(normal)
  })

  it('R62 audits success as the person and failure as anonymous, without any code', async () => {
    const ports = memoryPorts()
    const { account, confirm, code } = await enrolling(ports)
    await confirm('000000')
    const { recoveryCodes } = valueOf(await confirm(code()))
    const entries = [...ports.database.tables.audit.values()]
    expect(entries).toMatchObject([
      {
        action: 'second_factor.enrol',
        outcome: 'success',
        actorId: null,
        target: `user:${account.id}`,
        ...anOrigin,
      },
      {
        action: 'second_factor.enable',
        outcome: 'failure',
        actorId: null,
        target: `user:${account.id}`,
        ...anOrigin,
      },
      {
        action: 'second_factor.enable',
        outcome: 'success',
        actorId: account.id,
        target: `user:${account.id}`,
        ...anOrigin,
      },
      { action: 'sign_in.succeed', actorId: account.id },
    ])
    for (const secret of [...recoveryCodes, code(), '000000'])
      expect(JSON.stringify(entries)).not.toContain(secret)
  })

  it('R26 refuses and counts a wrong code, enables no second factor and opens no session', async () => {
    const ports = memoryPorts()
    const { account, confirm, code, stored } = await enrolling(ports)
    for (let tries = 0; tries < 5; tries += 1) expect(await confirm('000000')).toEqual(refused)
    expect(await confirm(code())).toEqual(refused)
    expect([
      stored()?.mfaEnabledAt,
      ports.database.tables.sessions.size,
      failuresOf(ports, account),
    ]).toEqual([null, 0, 5])
  })

  it('R26 accepts a challenge once, and none that is of another stage or unknown', async () => {
    const ports = memoryPorts()
    const { account, confirm, code } = await enrolling(ports)
    for (const other of [await aChallengeIn(ports, account), 'token-0'])
      expect(await confirm(code(), other)).toEqual(refused)
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => confirm(code())))
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(ports.database.tables.sessions.size).toBe(1)
    expect([...ports.database.tables.challenges.values()]).toMatchObject([
      { challenge: { stage: 'second_factor' } },
    ])
  })

  it('R30 enables the second factor once when two browsers confirm concurrently with different codes', async () => {
    const ports = memoryPorts()
    const { account, confirm, code } = await enrolling(ports)
    const first = code()
    ports.clock.advance(30_000)
    const other = await aChallengeIn(ports, account, { stage })
    const outcomes = await Promise.all([confirm(first), confirm(code(), other)])
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(ports.database.tables.sessions.size).toBe(1)
  })

  it('clears earlier failures of the account', async () => {
    const ports = memoryPorts()
    const { confirm, code } = await enrolling(ports)
    await confirm('000000')
    await confirm(code())
    expect(ports.database.tables.attempts.size).toBe(0)
  })

  it('refuses before the enrolment has a secret', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const challenge = await aChallengeIn(ports, account, { stage })
    expect(await confirmEnrolment(ports, { ...aDevice, challenge, code: '000000' })).toEqual(
      refused,
    )
  })

  it('R27 consumes the first code for every other use', async () => {
    const ports = memoryPorts()
    const { confirm, code, stored } = await enrolling(ports)
    expect(await confirm(code())).toMatchObject({ ok: true })
    const challenge = await aChallengeIn(ports, stored()!)
    const again = await verifySecondFactor(ports, {
      ...aDevice,
      challenge,
      proof: { code: code() },
    })
    expect(again).toEqual(refused)
  })
})

describe('confirmEnrolment and concurrent changes', () => {
  it('R30 never replaces an enabled second factor', async () => {
    const ports = memoryPorts()
    const { account, code } = await anEnrolledPersonIn(ports)
    const challenge = await aChallengeIn(ports, account, { stage })
    expect(await confirmEnrolment(ports, { ...aDevice, challenge, code: code() })).toEqual(refused)
    expect(ports.database.tables.recoveryCodes.get(account.id)?.size).toBe(2)
  })

  it('R26 R42 refuses when the password, secret or account changes during the check', async () => {
    for (const change of [
      { passwordEpoch: 2 },
      { mfaSecret: 'another' },
      { status: 'deactivated' },
    ] as const) {
      const ports = memoryPorts()
      const { challenge, code, stored } = await enrolling(ports)
      const take: typeof ports.attemptLimits.take = async (...attempt) => {
        await ports.transact(async ({ accounts }) =>
          ok(await accounts.update({ ...stored()!, ...change })),
        )
        return ports.attemptLimits.take(...attempt)
      }
      const overtaken = { ...ports, attemptLimits: { ...ports.attemptLimits, take } }
      expect(await confirmEnrolment(overtaken, { ...aDevice, challenge, code: code() })).toEqual(
        refused,
      )
      expect([stored()?.mfaEnabledAt, ports.database.tables.sessions.size]).toEqual([null, 0])
    }
  })

  it('R21 counts no attempt when the server cannot verify', async () => {
    const ports = memoryPorts()
    const { account, challenge, code } = await enrolling(ports)
    const busy = { ...ports, recoveryCodeHasher: busyPasswordHasher() }
    // More attempts than a challenge allows.
    for (let tries = 0; tries < 6; tries += 1) {
      await expect(confirmEnrolment(busy, { ...aDevice, challenge, code: code() })).rejects.toThrow(
        Unavailable,
      )
    }
    expect(failuresOf(ports, account)).toBe(0)
    expect(await confirmEnrolment(ports, { ...aDevice, challenge, code: code() })).toMatchObject({
      ok: true,
    })
  })

  it("R32 ends the browser's previous session", async () => {
    const ports = memoryPorts()
    const { account, challenge, code } = await enrolling(ports)
    const { session, refreshToken: previousRefreshToken } = await aSessionIn(ports, account)
    valueOf(
      await confirmEnrolment(ports, { ...aDevice, challenge, code: code(), previousRefreshToken }),
    )
    expect([...ports.database.tables.sessions.keys()]).toEqual([
      expect.not.stringContaining(session.id),
    ])
  })
})
