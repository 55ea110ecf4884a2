import { describe, expect, it } from 'vitest'
import {
  aChallengeIn,
  aDevice,
  anEnrolledPersonIn,
  memoryPorts,
  valueOf,
} from '../testing/index.ts'
import { verifySecondFactor } from '../sign-in/verify-second-factor.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'

const refused = { ok: false, error: { code: 'second_factor.code_refused' } }

describe('renewRecoveryCodes', () => {
  it('R28 returns ten new codes, voids the old set, and is audited without the codes', async () => {
    const ports = memoryPorts()
    const { account, actor, code, recoveryCodes: old } = await anEnrolledPersonIn(ports)
    const { recoveryCodes } = valueOf(
      await renewRecoveryCodes(ports, { actor, proof: { code: code() } }),
    )
    const stored = [...ports.database.tables.recoveryCodes.get(account.id)!.keys()]
    expect(stored).toEqual(
      recoveryCodes.map((one) => `hash of ${ports.recoveryCodeSource.normalize(one)}`),
    )
    expect(new Set([...recoveryCodes, ...old]).size).toBe(12)

    const signIn = async (recoveryCode: string) => {
      const challenge = await aChallengeIn(ports, account)
      return (await verifySecondFactor(ports, { ...aDevice, challenge, proof: { recoveryCode } }))
        .ok
    }
    expect([await signIn(old[0]!), await signIn(old[1]!), await signIn(recoveryCodes[9]!)]).toEqual(
      [false, false, true],
    )
    const [entry] = [...ports.database.tables.audit.values()]
    expect(entry).toMatchObject({
      action: 'second_factor.renew_recovery_codes',
      actorId: account.id,
      target: `user:${account.id}`,
    })
    expect(JSON.stringify(entry)).not.toMatch(/CODEX|seed/)
  })

  it('R28 renews for exactly one of any concurrent calls with one proof', async () => {
    for (const isCode of [true, false]) {
      const ports = memoryPorts()
      const { actor, code, recoveryCodes } = await anEnrolledPersonIn(ports)
      const proof = isCode ? { code: code() } : { recoveryCode: recoveryCodes[0]! }
      const outcomes = await Promise.all(
        Array.from({ length: 9 }, () => renewRecoveryCodes(ports, { actor, proof })),
      )
      expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
      expect(outcomes.find((outcome) => !outcome.ok)).toEqual(refused)
    }
  })

  it('R28 refuses without a correct proof, and the old codes stay valid', async () => {
    const ports = memoryPorts()
    const { account, actor } = await anEnrolledPersonIn(ports)
    const before = ports.database.tables.recoveryCodes.get(account.id)
    for (const proof of [{ code: '000000' }, { recoveryCode: 'CODEX-99999' }]) {
      expect(await renewRecoveryCodes(ports, { actor, proof })).toEqual(refused)
    }
    expect(ports.database.tables.recoveryCodes.get(account.id)).toEqual(before)
  })
})
