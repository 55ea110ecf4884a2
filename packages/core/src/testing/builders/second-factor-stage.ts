import { verifySecondFactor } from '../../sign-in/verify-second-factor.ts'
import { aChallengeIn, aDevice, anEnrolledPersonIn, type MemoryPorts } from '../index.ts'

/** An enrolled person who has passed the password stage, with the challenge. */
export async function atSecondFactor(
  ports: MemoryPorts,
  overrides: Parameters<typeof anEnrolledPersonIn>[1] = {},
) {
  const person = await anEnrolledPersonIn(ports, overrides)
  const challenge = await aChallengeIn(ports, person.account, { rememberMe: true })
  return { ...person, challenge, verify: verifying(ports, challenge) }
}

/** Verifies a proof for a challenge. */
export const verifying =
  (ports: MemoryPorts, challenge: string) =>
  (proof: Parameters<typeof verifySecondFactor>[1]['proof']) =>
    verifySecondFactor(ports, { ...aDevice, challenge, proof })
