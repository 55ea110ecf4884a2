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

/** Somebody, and what is right for them. */
type Subject = {
  readonly ports: MemoryPorts
  readonly account: Account
  readonly actor: Person
  readonly right: { readonly code: () => string; readonly recoveryCode: string }
}
/** A way on which one secret of the subject is checked. */
type Path = (subject: Subject, isRight: boolean) => Promise<Result<unknown, { readonly code: string }>>

const from = { ...aDevice, origin: { address: null, requestId: null } }
const codeOf = ({ right }: Subject, isRight: boolean) => ({ code: isRight ? right.code() : '000000' })
const passwordOf = (isRight: boolean) => (isRight ? aPassword : 'wrong horse battery')

const signingIn: Path = ({ ports, account }, isRight) =>
  signIn(ports, { ...from, email: account.email, password: passwordOf(isRight), rememberMe: false })
const changingPassword: Path = ({ ports, actor }, isRight) =>
  changePassword(ports, { actor, currentPassword: passwordOf(isRight), newPassword: 'another horse battery' })

const pathsOfEnrolled: { readonly [name: string]: Path } = {
  signIn: signingIn,
  changePassword: changingPassword,
  verifySecondFactor: async (subject, isRight) => {
    const challenge = await aChallengeIn(subject.ports, subject.account)
    return verifySecondFactor(subject.ports, { ...from, challenge, proof: codeOf(subject, isRight) })
  },
  'verifySecondFactor with a recovery code': async ({ ports, account, right }, isRight) => {
    const challenge = await aChallengeIn(ports, account)
    return verifySecondFactor(ports, {
      ...from,
      challenge,
      proof: { recoveryCode: isRight ? right.recoveryCode : 'CODEX-99999' },
    })
  },
  disableSecondFactor: (subject, isRight) =>
    disableSecondFactor(subject.ports, { actor: subject.actor, proof: codeOf(subject, isRight) }),
  'disableSecondFactor with a recovery code': ({ ports, actor, right }, isRight) =>
    disableSecondFactor(ports, { actor, proof: { recoveryCode: isRight ? right.recoveryCode : 'CODEX-99999' } }),
  renewRecoveryCodes: (subject, isRight) =>
    renewRecoveryCodes(subject.ports, { actor: subject.actor, proof: codeOf(subject, isRight) }),
}

const pathsOfEnrolling: { readonly [name: string]: Path } = {
  signIn: signingIn,
  changePassword: changingPassword,
  confirmSecondFactor: (subject, isRight) =>
    confirmSecondFactor(subject.ports, { actor: subject.actor, ...codeOf(subject, isRight) }),
  confirmEnrolment: async (subject, isRight) => {
    const challenge = await aChallengeIn(subject.ports, subject.account, { stage: 'second_factor_enrolment' })
    return confirmEnrolment(subject.ports, { ...from, challenge, ...codeOf(subject, isRight) })
  },
}

async function enrolled(): Promise<Subject> {
  const ports = memoryPorts()
  const { account, actor, code, recoveryCodes } = await anEnrolledPersonIn(ports)
  return { ports, account, actor, right: { code, recoveryCode: recoveryCodes[0]! } }
}

async function enrolling(): Promise<Subject> {
  const ports = memoryPorts()
  const { account, actor } = await aPersonIn(ports, { passwordHash: aPasswordHash })
  const { secret } = valueOf(await enrolSecondFactor(ports, { actor }))
  return { ports, account, actor, right: { code: () => ports.oneTimeCodes.codeAt(secret, ports.clock.now()), recoveryCode: '' } }
}

describe('the budget of an account', () => {
  const exhausted = ['sign_in.refused', 'password.guesses_exhausted']

  for (const [open, paths] of [
    [enrolled, pathsOfEnrolled],
    [enrolling, pathsOfEnrolling],
  ] as const) {
    const names = Object.keys(paths)
    it.for(names)(`R24 used up through %s closes every other way of somebody ${open.name}`, async (spent) => {
      const answers = await Promise.all(
        names.map(async (tried) => {
          const subject = await open()
          for (let guess = 0; guess < 10; guess += 1) expect(await paths[spent]!(subject, false)).toMatchObject({ ok: false })
          const answer = await paths[tried]!(subject, true)
          return answer.ok ? `${tried} passed` : answer.error.code
        }),
      )
      expect(answers.filter((answer) => !exhausted.includes(answer))).toEqual([])
    })

    it.for(names)(`R24 leaves %s open to somebody ${open.name} after nine failures`, async (tried) => {
      const subject = await open()
      for (let guess = 0; guess < 9; guess += 1) await paths[names[guess % names.length]!]!(subject, false)
      expect(await paths[tried]!(subject, true)).toMatchObject({ ok: true })
    })
  }
})
