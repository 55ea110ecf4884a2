import { describe, expect, it } from 'vitest'
import {
  aDevice,
  anEnrolledPersonIn,
  anOrigin,
  aPassword,
  aPasswordHash,
  aPersonIn,
  memoryPorts,
  valueOf,
} from '../testing/index.ts'
import type { MemoryPorts } from '../testing/index.ts'
import { confirmEnrolment } from './confirm-enrolment.ts'
import { setForcedPassword } from './set-forced-password.ts'
import { signIn } from './sign-in.ts'
import type { SignInStep } from '../sign-in-flow/sign-in-flow.ts'
import { startEnrolment } from './start-enrolment.ts'
import { verifySecondFactor } from './verify-second-factor.ts'

const credentials = { ...aDevice, email: 'ada@example.com', password: aPassword }
const newPassword = 'another horse battery'

function challengeOf(step: SignInStep): string {
  if (step.kind === 'signed_in') throw new Error('signed in already')
  return step.challenge
}

/** The sign-in of a person with a temporary password whose role requires a second factor. */
async function throughEnrolment(ports: MemoryPorts, rememberMe: boolean): Promise<SignInStep> {
  const temporaryPasswordExpiresAt = new Date(ports.clock.now().getTime() + 3_600_000)
  const temporary = {
    passwordHash: aPasswordHash,
    mustChangePassword: true,
    temporaryPasswordExpiresAt,
  }
  await aPersonIn(ports, { role: 'Owner', email: credentials.email, ...temporary })
  const first = challengeOf(valueOf(await signIn(ports, { ...credentials, rememberMe })))
  const challenge = challengeOf(
    valueOf(await setForcedPassword(ports, { ...aDevice, challenge: first, newPassword })),
  )
  const { secret } = valueOf(await startEnrolment(ports, { challenge, origin: anOrigin }))
  const code = ports.oneTimeCodes.codeAt(secret, ports.clock.now())
  return valueOf(await confirmEnrolment(ports, { ...aDevice, challenge, code })).step
}

/** The sign-in of a person who has a second factor and a temporary password. */
async function throughSecondFactor(ports: MemoryPorts, rememberMe: boolean): Promise<SignInStep> {
  const temporaryPasswordExpiresAt = new Date(ports.clock.now().getTime() + 3_600_000)
  const temporary = { mustChangePassword: true, temporaryPasswordExpiresAt }
  const { code } = await anEnrolledPersonIn(ports, { email: credentials.email, ...temporary })
  const first = challengeOf(valueOf(await signIn(ports, { ...credentials, rememberMe })))
  const second = await verifySecondFactor(ports, {
    ...aDevice,
    challenge: first,
    proof: { code: code() },
  })
  return valueOf(
    await setForcedPassword(ports, {
      ...aDevice,
      challenge: challengeOf(valueOf(second)),
      newPassword,
    }),
  )
}

describe('the choice to be remembered', () => {
  it.each([
    { stages: 'password change and enrolment', through: throughEnrolment },
    { stages: 'second factor and password change', through: throughSecondFactor },
  ])('R26 carries over from the password through $stages to the session', async ({ through }) => {
    for (const rememberMe of [true, false]) {
      const ports = memoryPorts()
      expect(await through(ports, rememberMe)).toMatchObject({ kind: 'signed_in', rememberMe })
      expect([...ports.database.tables.sessions.values()]).toMatchObject([{ rememberMe }])
    }
  })
})
