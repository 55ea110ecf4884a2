import type { SecretSource } from '@ken/core/ports'
import { hash, randomBytes } from 'node:crypto'
import { newSymbols } from './crockford.ts'

/** 32 bytes in base64url; the last character carries four bits, so that each secret is written one way only. */
const form = /^[\w-]{42}[AEIMQUYcgkosw048]$/

/** Secrets of 256 random bits. A plain SHA-256 protects them at rest, since there is nothing to guess. */
export const randomSecretSource = (): SecretSource => ({
  newSecret() {
    const plain = randomBytes(32).toString('base64url')
    return { plain, digest: hash('sha256', plain) }
  },

  newPassword: () => newSymbols(20, 5),

  digest: (presented) => (form.test(presented) ? hash('sha256', presented) : null),
})
