import type { Email } from '@ken/core/ports'
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { hmacEmailDigests } from './hmac-email-digests.ts'
import { generateSecrets, generateUnusedSecret, parseKeyRing } from '../key-ring.ts'

const email = 'ada@example.com' as Email
const secrets = generateSecrets()
const digestWith = (ring: string, address = email) =>
  hmacEmailDigests(parseKeyRing(ring)).digest(address)

it('returns the same digest for the same address, and a different one for another address', () => {
  expect(digestWith(secrets)).toMatch(/^[\w-]{43}$/)
  expect(digestWith(secrets)).toBe(digestWith(secrets))
  expect(digestWith(secrets, 'bob@example.com' as Email)).not.toBe(digestWith(secrets))
})

it('cannot be reproduced without the secret in use', () => {
  expect(digestWith(secrets)).not.toBe(createHash('sha256').update(email).digest('base64url'))
  expect(digestWith(generateSecrets())).not.toBe(digestWith(secrets))
  expect(digestWith(`${generateUnusedSecret()},${secrets}`)).toBe(digestWith(secrets))
})
