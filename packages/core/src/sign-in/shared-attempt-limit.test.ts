import { describe, expect, it } from 'vitest'
import type { Account } from '../model/accounts/account.ts'
import type { Person } from '../model/actor.ts'
import { changePassword } from '../passwords/change-password.ts'
import type { Result } from '../model/result.ts'
import { confirmSecondFactor } from '../second-factor/confirm-second-factor.ts'
import { disableSecondFactor } from '../second-factor/disable-second-factor.ts'
import { enrolSecondFactor } from '../second-factor/enrol-second-factor.ts'
import { renewRecoveryCodes } from '../second-factor/renew-recovery-codes.ts'
import {
  aChallengeIn,
  aDevice,
  anEnrolledPersonIn,
  aPassword,
  aPasswordHash,
  aPersonIn,
  memoryPorts,
  valueOf,
  type MemoryPorts,
} from '../testing/index.ts'
import { confirmEnrolment } from './confirm-enrolment.ts'
import { signIn } from './sign-in.ts'
import { verifySecondFactor } from './verify-second-factor.ts'

/** A person and their correct codes. */
type Subject = {
  readonly ports: MemoryPorts
  readonly account: Account
  readonly actor: Person
  readonly correct: { readonly code: () => string; readonly recoveryCode: string }
}
/** A use case that verifies one of the subject's secrets, correct or wrong. */
type Path = (
  subject: Subject,
  isCorrect: boolean,
) => Promise<Result<unknown, { readonly code: string }>>

const from = { ...aDevice, origin: { address: null, requestId: null } }
const codeOf = ({ correct }: Subject, isCorrect: boolean) => ({
  code: isCorrect ? correct.code() : '000000',
})
const passwordOf = (isCorrect: boolean) => (isCorrect ? aPassword : 'wrong horse battery')

const signingIn: Path = ({ ports, account }, isCorrect) =>
  signIn(ports, {
    ...from,
    email: account.email,
    password: passwordOf(isCorrect),
    rememberMe: false,
  })
const changingPassword: Path = ({ ports, actor }, isCorrect) =>
  changePassword(ports, {
    actor,
    currentPassword: passwordOf(isCorrect),
    newPassword: 'another horse battery',
  })

const pathsOfEnrolled: { readonly [name: string]: Path } = {
  signIn: signingIn,
  changePassword: changingPassword,
  verifySecondFactor: async (subject, isCorrect) => {
    const challenge = await aChallengeIn(subject.ports, subject.account)
    return verifySecondFactor(subject.ports, {
      ...from,
      challenge,
      proof: codeOf(subject, isCorrect),
    })
  },
  'verifySecondFactor with a recovery code': async ({ ports, account, correct }, isCorrect) => {
    const challenge = await aChallengeIn(ports, account)
    return verifySecondFactor(ports, {
      ...from,
      challenge,
      proof: { recoveryCode: isCorrect ? correct.recoveryCode : 'CODEX-99999' },
    })
  },
  disableSecondFactor: (subject, isCorrect) =>
    disableSecondFactor(subject.ports, { actor: subject.actor, proof: codeOf(subject, isCorrect) }),
  'disableSecondFactor with a recovery code': ({ ports, actor, correct }, isCorrect) =>
    disableSecondFactor(ports, {
      actor,
      proof: { recoveryCode: isCorrect ? correct.recoveryCode : 'CODEX-99999' },
    }),
  renewRecoveryCodes: (subject, isCorrect) =>
    renewRecoveryCodes(subject.ports, { actor: subject.actor, proof: codeOf(subject, isCorrect) }),
}

const pathsOfEnrolling: { readonly [name: string]: Path } = {
  signIn: signingIn,
  changePassword: changingPassword,
  confirmSecondFactor: (subject, isCorrect) =>
    confirmSecondFactor(subject.ports, { actor: subject.actor, ...codeOf(subject, isCorrect) }),
  confirmEnrolment: async (subject, isCorrect) => {
    const challenge = await aChallengeIn(subject.ports, subject.account, {
      stage: 'second_factor_enrolment',
    })
    return confirmEnrolment(subject.ports, { ...from, challenge, ...codeOf(subject, isCorrect) })
  },
}

async function enrolled(): Promise<Subject> {
  const ports = memoryPorts()
  const { account, actor, code, recoveryCodes } = await anEnrolledPersonIn(ports)
  return { ports, account, actor, correct: { code, recoveryCode: recoveryCodes[0]! } }
}

async function enrolling(): Promise<Subject> {
  const ports = memoryPorts()
  const { account, actor } = await aPersonIn(ports, { passwordHash: aPasswordHash })
  const { secret } = valueOf(await enrolSecondFactor(ports, { actor }))
  return {
    ports,
    account,
    actor,
    correct: { code: () => ports.oneTimeCodes.codeAt(secret, ports.clock.now()), recoveryCode: '' },
  }
}

describe.for([
  { kind: 'an enrolled person', open: enrolled, paths: pathsOfEnrolled },
  { kind: 'an enrolling person', open: enrolling, paths: pathsOfEnrolling },
])('the attempt limit of $kind', ({ open, paths }) => {
  const exhausted = ['sign_in.refused', 'password.guesses_exhausted']
  const names = Object.keys(paths)

  it.for(names)('R24 blocks every other path once %s exhausts it', async (failing) => {
    const outcomes = await Promise.all(
      names.map(async (name) => {
        const subject = await open()
        for (let count = 0; count < 10; count += 1)
          expect(await paths[failing]!(subject, false)).toMatchObject({ ok: false })
        const outcome = await paths[name]!(subject, true)
        return outcome.ok ? `${name} passed` : outcome.error.code
      }),
    )
    expect(outcomes.filter((outcome) => !exhausted.includes(outcome))).toEqual([])
  })

  it.for(names)('R24 still admits %s after nine failures', async (name) => {
    const subject = await open()
    for (let count = 0; count < 9; count += 1)
      await paths[names[count % names.length]!]!(subject, false)
    expect(await paths[name]!(subject, true)).toMatchObject({ ok: true })
  })
})
