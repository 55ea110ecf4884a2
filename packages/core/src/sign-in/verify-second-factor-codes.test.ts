import { describe, expect, it } from 'vitest'
import { Unavailable } from '../ports/platform/unavailable.ts'
import { ok } from '../model/result.ts'
import { aChallengeIn, anEnrolledPersonIn, failuresOf, memoryPorts } from '../testing/index.ts'
import { atSecondFactor, verifying } from '../testing/builders/second-factor-stage.ts'

const refused = { ok: false, error: { code: 'sign_in.refused' } }

describe('verifySecondFactor with one-time codes', () => {
  it('R27 accepts codes from one step before to one step after, and no others', async () => {
    for (const { offsetSeconds, outcome } of [
      { offsetSeconds: -60, outcome: refused },
      { offsetSeconds: -30, outcome: { ok: true } },
      { offsetSeconds: 0, outcome: { ok: true } },
      { offsetSeconds: 30, outcome: { ok: true } },
      { offsetSeconds: 60, outcome: refused },
    ] as const) {
      const ports = memoryPorts()
      const { seed, verify } = await atSecondFactor(ports)
      const at = new Date(ports.clock.now().getTime() + offsetSeconds * 1_000)
      expect(await verify({ code: ports.oneTimeCodes.codeAt(seed, at) })).toMatchObject(outcome)
    }
  })

  it('R27 accepts one code once over any number of concurrent sign-ins', async () => {
    const ports = memoryPorts()
    const { account, code } = await anEnrolledPersonIn(ports)
    const presented = await Promise.all(
      Array.from({ length: 20 }, () => aChallengeIn(ports, account)),
    )
    const outcomes = await Promise.all(
      presented.map((challenge) => verifying(ports, challenge)({ code: code() })),
    )
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(ports.database.tables.sessions.size).toBe(1)
  })

  it('R27 refuses a code that is older than or the same as the last one accepted', async () => {
    const ports = memoryPorts()
    const { account, seed, code } = await anEnrolledPersonIn(ports)
    const older = code()
    ports.clock.advance(30_000)
    const newer = ports.oneTimeCodes.codeAt(seed, ports.clock.now())
    const verify = async (presented: string) =>
      verifying(ports, await aChallengeIn(ports, account))({ code: presented })
    expect([(await verify(newer)).ok, await verify(newer), await verify(older)]).toEqual([
      true,
      refused,
      refused,
    ])
  })

  it("R29 refuses, raises an alarm and counts no attempt when the secret was replaced by another account's or altered", async () => {
    const ports = memoryPorts()
    const [victim, eve] = [await atSecondFactor(ports), await atSecondFactor(ports)]
    for (const mfaSecret of [eve.account.mfaSecret, `x${victim.account.mfaSecret}`]) {
      await ports.transact(async ({ accounts }) =>
        ok(await accounts.update({ ...victim.account, mfaSecret })),
      )
      for (const { code } of [eve, victim])
        await expect(victim.verify({ code: code() })).rejects.toThrow(Unavailable)
      const alarm = {
        level: 'error',
        event: 'second_factor.secret_unreadable',
        fields: { user_id: victim.account.id },
      }
      expect(ports.log.lines.slice(-2)).toEqual([alarm, alarm])
    }
    expect(ports.database.tables.sessions.size).toBe(0)
    expect(failuresOf(ports, victim.account)).toBe(0)
    expect(ports.database.tables.audit.size).toBe(0)
  })

  it('R29 lets a person whose secret cannot be decrypted use a recovery code', async () => {
    const ports = memoryPorts()
    const { account, verify, code, recoveryCodes } = await atSecondFactor(ports)
    await ports.transact(async ({ accounts }) =>
      ok(await accounts.update({ ...account, mfaSecret: 'of a lost entry' })),
    )
    // More attempts than a challenge allows.
    for (let tries = 0; tries < 6; tries += 1)
      await expect(verify({ code: code() })).rejects.toThrow(Unavailable)
    expect(await verify({ recoveryCode: recoveryCodes[0]! })).toMatchObject({ ok: true })
  })

  it('R83 accepts a code whose secret is re-encrypted during the verification', async () => {
    const ports = memoryPorts()
    const { account, challenge, code } = await atSecondFactor(ports)
    const take: typeof ports.attemptLimits.take = async (...attempt) => {
      const mfaSecret = `new ${account.mfaSecret}`
      await ports.transact(async ({ accounts }) =>
        ok(await accounts.update({ ...account, mfaSecret })),
      )
      return ports.attemptLimits.take(...attempt)
    }
    const decrypt: typeof ports.cipher.decrypt = (ciphertext, context) =>
      ports.cipher.decrypt(ciphertext.replace(/^new /, ''), context)
    const rotating = {
      ...ports,
      attemptLimits: { ...ports.attemptLimits, take },
      cipher: { ...ports.cipher, decrypt },
    }
    expect(await verifying(rotating, challenge)({ code: code() })).toMatchObject({ ok: true })
    expect(failuresOf(ports, account)).toBe(0)
  })
})

describe('verifySecondFactor with recovery codes', () => {
  it('R28 accepts each recovery code once, in any spelling, and audits its use', async () => {
    const ports = memoryPorts()
    const {
      account,
      recoveryCodes: [first, second],
    } = await anEnrolledPersonIn(ports)
    const verify = async (recoveryCode: string) =>
      verifying(ports, await aChallengeIn(ports, account))({ recoveryCode })
    expect(await verify(first!.toLowerCase().replace('-', ' '))).toMatchObject({ ok: true })
    expect(await verify(first!)).toEqual(refused)
    expect(await verify(second!)).toMatchObject({ ok: true })
    const used = [...ports.database.tables.audit.values()].filter(
      ({ action }) => action === 'second_factor.use_recovery_code',
    )
    expect(used).toMatchObject([
      { target: `user:${account.id}`, outcome: 'success' },
      { target: `user:${account.id}` },
    ])
  })

  it('R28 accepts one recovery code once over any number of concurrent sign-ins', async () => {
    const ports = memoryPorts()
    const {
      account,
      recoveryCodes: [recoveryCode],
    } = await anEnrolledPersonIn(ports)
    const presented = await Promise.all(
      Array.from({ length: 20 }, () => aChallengeIn(ports, account)),
    )
    const proof = { recoveryCode: recoveryCode! }
    const outcomes = await Promise.all(
      presented.map((challenge) => verifying(ports, challenge)(proof)),
    )
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  })
})
