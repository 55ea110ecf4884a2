import type { CipherContext } from '@ken/core/ports'
import { anyCharacter } from '@ken/core/testing/any-character'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aesGcmCipher } from './aes-gcm-cipher.ts'
import { generateSecrets, generateUnusedSecret, parseKeyRing } from './key-ring.ts'

const secrets = generateSecrets()
const cipher = aesGcmCipher(parseKeyRing(secrets))
const context: CipherContext = { purpose: 'mfa_secret', ownerId: 'owner-1' }

const texts = fc.string({ unit: anyCharacter, maxLength: 200 })
const contexts: fc.Arbitrary<CipherContext> = fc.record({
  purpose: fc.constantFrom('chat_text', 'mfa_secret', 'teamchat_bot_token'),
  ownerId: fc.oneof(fc.uuid(), fc.string({ maxLength: 5 })),
})

const flipped = (bytes: Buffer, bit: number) =>
  Buffer.from(bytes.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)))

describe('decrypt', () => {
  it('R29 decrypts every text in its own context', () => {
    fc.assert(
      fc.property(texts, contexts, (text, own) => {
        expect(cipher.decrypt(cipher.encrypt(text, own), own)).toBe(text)
      }),
    )
  })

  it('R29 decrypts what another implementation encrypted under the same secret', () => {
    const keys = parseKeyRing('2026a:BStfofFPuzW9U/epaTcT/fX7DzFhn+tFrSOnOdmHQw0=')
    const ciphertext = 'v1.2026a.AAECAwQFBgcICQoL.PQC4Qt6EK1vhIM87LzfHVbsDRXR1mXjJPQSDYADYA0Y'
    expect(aesGcmCipher(keys).decrypt(ciphertext, context)).toBe('JBSWY3DPEHPK3PXP')
  })

  it('R29 returns null in every other context, such as when two owners are swapped', () => {
    fc.assert(
      fc.property(texts, contexts, contexts, (text, own, other) => {
        fc.pre(own.purpose !== other.purpose || own.ownerId !== other.ownerId)
        expect(cipher.decrypt(cipher.encrypt(text, own), other)).toBeNull()
      }),
    )
  })

  it('R29 returns null when any character is changed, removed or added', () => {
    const ciphertext = cipher.encrypt('JBSWY3DPEHPK3PXP', context)
    const additions = ['A', '=', ' ', '\n', '.', '.A']
    const altered = [
      ...Array.from(ciphertext).flatMap((own, at) =>
        ['', 'A', 'B', '9', '_', '-', '.', '=', ' ', '\n', 'é', `${own}A`]
          .filter((replacement) => replacement !== own)
          .map((replacement) => ciphertext.slice(0, at) + replacement + ciphertext.slice(at + 1)),
      ),
      ...additions.flatMap((added) => [ciphertext + added, added + ciphertext]),
    ]
    expect(altered.filter((text) => cipher.decrypt(text, context) !== null)).toEqual([])
  })

  it('R29 returns null when any bit of nonce, text or tag is flipped, and when the tag is truncated', () => {
    const [form, id, ...parts] = cipher.encrypt('JBSWY3DPEHPK3PXP', context).split('.')
    const [nonce, sealed] = parts.map((part) => Buffer.from(part, 'base64url')) as [Buffer, Buffer]
    const decrypts = (...bytes: Buffer[]) =>
      cipher.decrypt(
        [form, id, ...bytes.map((part) => part.toString('base64url'))].join('.'),
        context,
      ) !== null

    expect(decrypts(nonce, sealed)).toBe(true)
    for (let bit = 0; bit < nonce.length * 8; bit += 1)
      expect(decrypts(flipped(nonce, bit), sealed)).toBe(false)
    for (let bit = 0; bit < sealed.length * 8; bit += 1)
      expect(decrypts(nonce, flipped(sealed, bit))).toBe(false)
    for (let length = 0; length < sealed.length; length += 1)
      expect(decrypts(nonce, sealed.subarray(0, length))).toBe(false)
    for (let length = 0; length < nonce.length; length += 1)
      expect(decrypts(nonce.subarray(0, length), sealed)).toBe(false)
  })

  it('returns null for any other text', () => {
    fc.assert(fc.property(fc.string(), (text) => cipher.decrypt(text, context) === null))
    for (const text of ['', '.', 'v1', 'v1...', `v2${cipher.encrypt('a', context).slice(2)}`]) {
      expect(cipher.decrypt(text, context)).toBeNull()
    }
  })
})

describe('encrypt', () => {
  it('R29 uses a new nonce of 96 bits each time', () => {
    const nonces = Array.from(
      { length: 10_000 },
      () => cipher.encrypt('same', context).split('.')[2],
    )
    expect(new Set(nonces).size).toBe(10_000)
    expect(Buffer.from(nonces[0] ?? '', 'base64url')).toHaveLength(12)
  })
})

describe('a rotated ring', () => {
  it('R83 still decrypts ciphertexts of the older key, and calls them outdated', () => {
    const rotated = aesGcmCipher(parseKeyRing(`${generateSecrets()},${secrets}`))
    const older = cipher.encrypt('JBSWY3DPEHPK3PXP', context)
    expect([cipher.isOutdated(older), rotated.isOutdated(older)]).toEqual([false, true])
    const renewed = rotated.encrypt(rotated.decrypt(older, context) ?? '', context)
    expect(rotated.decrypt(renewed, context)).toBe('JBSWY3DPEHPK3PXP')
    expect(rotated.isOutdated(renewed)).toBe(false)
  })

  it('R83 decrypts ciphertexts of a secret that is not used here yet, and does not call them outdated', () => {
    const next = generateUnusedSecret()
    const ahead = aesGcmCipher(parseKeyRing(`${next.replace('~', '')},${secrets}`))
    const here = aesGcmCipher(parseKeyRing(`${next},${secrets}`))
    const ciphertext = ahead.encrypt('JBSWY3DPEHPK3PXP', context)
    expect(here.decrypt(ciphertext, context)).toBe('JBSWY3DPEHPK3PXP')
    expect([here.isOutdated(ciphertext), here.isOutdated(cipher.encrypt('a', context))]).toEqual([
      false,
      false,
    ])
    expect(cipher.decrypt(here.encrypt('a', context), context)).toBe('a')
  })

  it('R83 returns null once the key is gone, also for another key with the same id', () => {
    const ciphertext = cipher.encrypt('a', context)
    const [id] = parseKeyRing(secrets).ids
    for (const other of [generateSecrets(), generateSecrets(id)]) {
      expect(aesGcmCipher(parseKeyRing(other)).decrypt(ciphertext, context)).toBeNull()
    }
    expect(cipher.isOutdated('nonsense')).toBe(true)
  })
})
