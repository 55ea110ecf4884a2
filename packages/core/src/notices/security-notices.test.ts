import { describe, expect, it } from 'vitest'
import type { Account } from '../model/accounts/account.ts'
import { changePassword } from '../passwords/change-password.ts'
import type { NoticeSubject } from '../ports/index.ts'
import type { Result } from '../model/result.ts'
import { confirmSecondFactor } from '../second-factor/confirm-second-factor.ts'
import { disableSecondFactor } from '../second-factor/disable-second-factor.ts'
import { enrolSecondFactor } from '../second-factor/enrol-second-factor.ts'
import { renewRecoveryCodes } from '../second-factor/renew-recovery-codes.ts'
import { resetSecondFactor } from '../second-factor/reset-second-factor.ts'
import { confirmEnrolment } from '../sign-in/confirm-enrolment.ts'
import { setForcedPassword } from '../sign-in/set-forced-password.ts'
import { startEnrolment } from '../sign-in/start-enrolment.ts'
import { verifySecondFactor } from '../sign-in/verify-second-factor.ts'
import {
  aChallengeIn,
  aDevice,
  anEnrolledPersonIn,
  anOrigin,
  aPassword,
  aPasswordHash,
  aPersonIn,
  memoryPorts,
  noticesTo,
  valueOf,
  type MemoryPorts,
} from '../testing/index.ts'

/** Does one act, or has it refused, and tells who it is about. */
type Act = (
  ports: MemoryPorts,
  isRight: boolean,
) => Promise<{ readonly account: Account; readonly outcome: Result<unknown, unknown> }>

const newPassword = (isRight: boolean) => (isRight ? 'another horse battery' : 'short')
const wrong = { code: '000000' }

const acts: readonly (readonly [name: string, act: Act, told: readonly NoticeSubject[]])[] = [
  [
    'changePassword',
    async (ports, isRight) => {
      const { account, actor } = await aPersonIn(ports, { passwordHash: aPasswordHash })
      const change = { actor, currentPassword: aPassword, newPassword: newPassword(isRight) }
      return { account, outcome: await changePassword(ports, change) }
    },
    [{ kind: 'password_changed' }],
  ],
  [
    'setForcedPassword',
    async (ports, isRight) => {
      const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash, mustChangePassword: true })
      const challenge = await aChallengeIn(ports, account, { stage: 'password_change' })
      const set = { ...aDevice, challenge, newPassword: newPassword(isRight) }
      return { account, outcome: await setForcedPassword(ports, set) }
    },
    [{ kind: 'password_changed' }],
  ],
  [
    'confirmSecondFactor',
    async (ports, isRight) => {
      const { account, actor } = await aPersonIn(ports)
      const { secret } = valueOf(await enrolSecondFactor(ports, { actor }))
      const code = isRight ? ports.oneTimeCodes.codeAt(secret, ports.clock.now()) : wrong.code
      return { account, outcome: await confirmSecondFactor(ports, { actor, code }) }
    },
    [{ kind: 'second_factor_enabled' }],
  ],
  [
    'confirmEnrolment',
    async (ports, isRight) => {
      const { account } = await aPersonIn(ports, { role: 'Owner' })
      const challenge = await aChallengeIn(ports, account, { stage: 'second_factor_enrolment' })
      const { secret } = valueOf(await startEnrolment(ports, { challenge, origin: anOrigin }))
      const code = isRight ? ports.oneTimeCodes.codeAt(secret, ports.clock.now()) : wrong.code
      return { account, outcome: await confirmEnrolment(ports, { ...aDevice, challenge, code }) }
    },
    [{ kind: 'second_factor_enabled' }],
  ],
  [
    'disableSecondFactor',
    async (ports, isRight) => {
      const { account, actor, code } = await anEnrolledPersonIn(ports)
      const proof = isRight ? { code: code() } : wrong
      return { account, outcome: await disableSecondFactor(ports, { actor, proof }) }
    },
    [{ kind: 'second_factor_disabled' }],
  ],
  [
    'resetSecondFactor',
    async (ports, isRight) => {
      const { account } = await anEnrolledPersonIn(ports)
      const { actor } = await aPersonIn(ports, { role: isRight ? 'Admin' : 'Member' })
      return { account, outcome: await resetSecondFactor(ports, { actor, userId: account.id }) }
    },
    [{ kind: 'second_factor_reset' }],
  ],
  [
    'renewRecoveryCodes',
    async (ports, isRight) => {
      const { account, actor, code } = await anEnrolledPersonIn(ports)
      const proof = isRight ? { code: code() } : wrong
      return { account, outcome: await renewRecoveryCodes(ports, { actor, proof }) }
    },
    [{ kind: 'recovery_codes_renewed' }],
  ],
  [
    'verifySecondFactor with a recovery code',
    async (ports, isRight) => {
      const { account, recoveryCodes } = await anEnrolledPersonIn(ports)
      const challenge = await aChallengeIn(ports, account)
      const proof = { recoveryCode: isRight ? recoveryCodes[0]! : 'CODEX-99999' }
      return { account, outcome: await verifySecondFactor(ports, { ...aDevice, challenge, proof }) }
    },
    [{ kind: 'recovery_code_used', codesLeft: 1 }],
  ],
  [
    'disableSecondFactor with a recovery code',
    async (ports, isRight) => {
      const { account, actor, recoveryCodes } = await anEnrolledPersonIn(ports)
      const proof = { recoveryCode: isRight ? recoveryCodes[0]! : 'CODEX-99999' }
      return { account, outcome: await disableSecondFactor(ports, { actor, proof }) }
    },
    [{ kind: 'recovery_code_used', codesLeft: 1 }, { kind: 'second_factor_disabled' }],
  ],
]

describe('who is told', () => {
  it.each(acts)('R33 R28 the person whose account %s changed, once, and nobody else', async (_name, act, told) => {
    const ports = memoryPorts()
    const { account, outcome } = await act(ports, true)
    expect(outcome).toMatchObject({ ok: true })
    expect(noticesTo(ports, account)).toEqual(told)
    expect(ports.database.tables.jobs.size).toBe(told.length)
  })

  it.each(acts)('R33 nobody when %s is refused', async (_name, act) => {
    const ports = memoryPorts()
    const { outcome } = await act(ports, false)
    expect(outcome).toMatchObject({ ok: false })
    expect(ports.database.tables.jobs.size).toBe(0)
  })

  it('R33 nobody of a second factor that was not there', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const { actor } = await aPersonIn(ports, { role: 'Owner' })
    expect(await resetSecondFactor(ports, { actor, userId: account.id })).toMatchObject({ ok: true })
    expect(ports.database.tables.jobs.size).toBe(0)
  })

  it('R33 nobody of a code of the authenticator: that is how people sign in', async () => {
    const ports = memoryPorts()
    const { account, code } = await anEnrolledPersonIn(ports)
    const challenge = await aChallengeIn(ports, account)
    const verified = await verifySecondFactor(ports, { ...aDevice, challenge, proof: { code: code() } })
    expect(verified).toMatchObject({ ok: true })
    expect(ports.database.tables.jobs.size).toBe(0)
  })
})
