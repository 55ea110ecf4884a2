import type { SecretSource } from '@ken/core/ports'
import { createHash, randomUUID } from 'node:crypto'

const digest = (plain: string): string => createHash('sha256').update(plain).digest('hex')

/** Secrets with digests in the form that the database expects. */
export const uuidSecrets: SecretSource = {
  newSecret() {
    const plain = randomUUID()
    return { plain, digest: digest(plain) }
  },
  newPassword: randomUUID,
  digest,
  matches: (presented, expected) => digest(presented) === expected,
}
