import type { SecretSource } from '@ken/core/ports'
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { newSymbols } from './crockford.ts'

/**
 * 32 bytes in base64url. The last character has four significant bits, so that each secret has one
 * encoding.
 */
const form = /^[\w-]{42}[AEIMQUYcgkosw048]$/

/**
 * Secrets of 256 random bits in base64url, and passwords of 100. Stored as plain SHA-256 in
 * hexadecimal, which is safe because there are too many values to try.
 */
export const randomSecretSource = (): SecretSource => ({
  newSecret() {
    const plain = randomBytes(32).toString('base64url')
    return { plain, digest: hash('sha256', plain) }
  },

  newPassword: () => newSymbols(20, 5),

  digest: (presented) => (form.test(presented) ? hash('sha256', presented) : null),

  matches: (presented, digest) =>
    timingSafeEqual(Buffer.from(hash('sha256', presented)), Buffer.from(digest)),
})
