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

/** Performs an act that succeeds or is refused, and returns the account that it concerns. */
type Act = (
  ports: MemoryPorts,
  isPermitted: boolean,
) => Promise<{ readonly account: Account; readonly outcome: Result<unknown, unknown> }>

const newPassword = (isPermitted: boolean) => (isPermitted ? 'another horse battery' : 'short')
const wrong = { code: '000000' }

const acts: readonly {
  readonly name: string
  readonly act: Act
  readonly notices: readonly NoticeSubject[]
}[] = [
  {
    name: 'changePassword',
    act: async (ports, isPermitted) => {
      const { account, actor } = await aPersonIn(ports, { passwordHash: aPasswordHash })
      const change = { actor, currentPassword: aPassword, newPassword: newPassword(isPermitted) }
      return { account, outcome: await changePassword(ports, change) }
    },
    notices: [{ kind: 'password_changed' }],
  },
  {
    name: 'setForcedPassword',
    act: async (ports, isPermitted) => {
      const { account } = await aPersonIn(ports, {
        passwordHash: aPasswordHash,
        mustChangePassword: true,
      })
      const challenge = await aChallengeIn(ports, account, { stage: 'password_change' })
      const set = { ...aDevice, challenge, newPassword: newPassword(isPermitted) }
      return { account, outcome: await setForcedPassword(ports, set) }
    },
    notices: [{ kind: 'password_changed' }],
  },
  {
    name: 'confirmSecondFactor',
    act: async (ports, isPermitted) => {
      const { account, actor } = await aPersonIn(ports)
      const { secret } = valueOf(await enrolSecondFactor(ports, { actor }))
      const code = isPermitted ? ports.oneTimeCodes.codeAt(secret, ports.clock.now()) : wrong.code
      return { account, outcome: await confirmSecondFactor(ports, { actor, code }) }
    },
    notices: [{ kind: 'second_factor_enabled' }],
  },
  {
    name: 'confirmEnrolment',
    act: async (ports, isPermitted) => {
      const { account } = await aPersonIn(ports, { role: 'Owner' })
      const challenge = await aChallengeIn(ports, account, { stage: 'second_factor_enrolment' })
      const { secret } = valueOf(await startEnrolment(ports, { challenge, origin: anOrigin }))
      const code = isPermitted ? ports.oneTimeCodes.codeAt(secret, ports.clock.now()) : wrong.code
      return { account, outcome: await confirmEnrolment(ports, { ...aDevice, challenge, code }) }
    },
    notices: [{ kind: 'second_factor_enabled' }],
  },
  {
    name: 'disableSecondFactor',
    act: async (ports, isPermitted) => {
      const { account, actor, code } = await anEnrolledPersonIn(ports)
      const proof = isPermitted ? { code: code() } : wrong
      return { account, outcome: await disableSecondFactor(ports, { actor, proof }) }
    },
    notices: [{ kind: 'second_factor_disabled' }],
  },
  {
    name: 'resetSecondFactor',
    act: async (ports, isPermitted) => {
      const { account } = await anEnrolledPersonIn(ports)
      const { actor } = await aPersonIn(ports, { role: isPermitted ? 'Admin' : 'Member' })
      return { account, outcome: await resetSecondFactor(ports, { actor, userId: account.id }) }
    },
    notices: [{ kind: 'second_factor_reset' }],
  },
  {
    name: 'renewRecoveryCodes',
    act: async (ports, isPermitted) => {
      const { account, actor, code } = await anEnrolledPersonIn(ports)
      const proof = isPermitted ? { code: code() } : wrong
      return { account, outcome: await renewRecoveryCodes(ports, { actor, proof }) }
    },
    notices: [{ kind: 'recovery_codes_renewed' }],
  },
  {
    name: 'verifySecondFactor with a recovery code',
    act: async (ports, isPermitted) => {
      const { account, recoveryCodes } = await anEnrolledPersonIn(ports)
      const challenge = await aChallengeIn(ports, account)
      const proof = { recoveryCode: isPermitted ? recoveryCodes[0]! : 'CODEX-99999' }
      return { account, outcome: await verifySecondFactor(ports, { ...aDevice, challenge, proof }) }
    },
    notices: [{ kind: 'recovery_code_used', codesLeft: 1 }],
  },
  {
    name: 'disableSecondFactor with a recovery code',
    act: async (ports, isPermitted) => {
      const { account, actor, recoveryCodes } = await anEnrolledPersonIn(ports)
      const proof = { recoveryCode: isPermitted ? recoveryCodes[0]! : 'CODEX-99999' }
      return { account, outcome: await disableSecondFactor(ports, { actor, proof }) }
    },
    notices: [{ kind: 'recovery_code_used', codesLeft: 1 }, { kind: 'second_factor_disabled' }],
  },
]

describe('security notices', () => {
  it.each(acts)(
    'R33 R28 notify only the person whose account $name changed, once',
    async ({ act, notices }) => {
      const ports = memoryPorts()
      const { account, outcome } = await act(ports, true)
      expect(outcome).toMatchObject({ ok: true })
      expect(noticesTo(ports, account)).toEqual(notices)
      expect(ports.database.tables.jobs.size).toBe(notices.length)
    },
  )

  it.each(acts)('R33 notify no one when $name is refused', async ({ act }) => {
    const ports = memoryPorts()
    const { outcome } = await act(ports, false)
    expect(outcome).toMatchObject({ ok: false })
    expect(ports.database.tables.jobs.size).toBe(0)
  })

  it('R33 notify no one of the reset of a missing second factor', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const { actor } = await aPersonIn(ports, { role: 'Owner' })
    expect(await resetSecondFactor(ports, { actor, userId: account.id })).toMatchObject({
      ok: true,
    })
    expect(ports.database.tables.jobs.size).toBe(0)
  })

  it('R33 notify no one of a sign-in with an authenticator code', async () => {
    const ports = memoryPorts()
    const { account, code } = await anEnrolledPersonIn(ports)
    const challenge = await aChallengeIn(ports, account)
    const verified = await verifySecondFactor(ports, {
      ...aDevice,
      challenge,
      proof: { code: code() },
    })
    expect(verified).toMatchObject({ ok: true })
    expect(ports.database.tables.jobs.size).toBe(0)
  })
})
