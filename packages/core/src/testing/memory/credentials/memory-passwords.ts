import type { BreachedPasswords } from '../../../ports/credentials/breached-passwords.ts'
import type { PasswordHasher } from '../../../ports/credentials/password-hasher.ts'
import type { PasswordStrength } from '../../../ports/credentials/password-strength.ts'
import { Unavailable } from '../../../ports/platform/unavailable.ts'

/** Readable hashes, for tests to compare. */
export const memoryPasswordHasher = (): PasswordHasher => ({
  hash: async (password) => `hash of ${password}`,
  verify: async (password, hash) => hash === `hash of ${password}`,
  isOutdated: () => false,
})

/** The same, and records the hash of each verification. */
export function watchedPasswordHasher(): PasswordHasher & {
  readonly verified: readonly (string | null)[]
} {
  const [hasher, verified] = [memoryPasswordHasher(), [] as (string | null)[]]
  return {
    ...hasher,
    verified,
    verify(password, hash) {
      verified.push(hash)
      return hasher.verify(password, hash)
    },
  }
}

/** A hasher with a full queue. */
export const busyPasswordHasher = (): PasswordHasher => ({
  hash: refuse,
  verify: refuse,
  isOutdated: () => false,
})

const refuse = () => Promise.reject(new Unavailable('password hasher', 'Too many at once.'))

/** A password is weak if it has few different characters or is a personal word. */
export const memoryPasswordStrength = (): PasswordStrength => ({
  score: async (password, personalWords) =>
    new Set(password).size < 5 || personalWords.includes(password) ? 0 : 4,
})

/** Knows the given passwords as breached. */
export const memoryBreachedPasswords = (...breached: readonly string[]): BreachedPasswords => ({
  check: async (password) => (breached.includes(password) ? 'breached' : 'not_found'),
})
