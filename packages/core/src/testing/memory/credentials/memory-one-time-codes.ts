import type { OneTimeCodes } from '../../../ports/credentials/one-time-codes.ts'

/** The codes, and the authenticator that shows them. */
export type MemoryOneTimeCodes = OneTimeCodes & { codeAt(secret: string, at: Date): string }

const stepOf = (at: Date): number => Math.floor(at.getTime() / 30_000)

/** Readable secrets and codes: a code contains its secret and its time step. */
export function memoryOneTimeCodes(): MemoryOneTimeCodes {
  let seeds = 0
  return {
    newSecret: () => `seed-${(seeds += 1)}`,
    uri: (secret, { email, organisation }) =>
      `otpauth://totp/${email}?secret=${secret}&issuer=${encodeURIComponent(organisation ?? '')}`,
    codeAt: (secret, at) => `${secret} at ${stepOf(at)}`,
    matchingStep: (secret, code, at) =>
      [-1, 0, 1]
        .map((offset) => stepOf(at) + offset)
        .find((step) => code === `${secret} at ${step}`) ?? null,
  }
}
