import type { EmailDigests } from '@ken/core/ports'
import { createHmac } from 'node:crypto'
import type { KeyRing } from '../key-ring.ts'

/** HMAC-SHA-256 with the newest key, in base64url. */
export const hmacEmailDigests = (keys: KeyRing): EmailDigests => ({
  digest: (email) =>
    createHmac('sha256', keys.newest('email-digest').key).update(email).digest('base64url'),
})
