import type { Cipher, CipherContext } from '@ken/core/ports'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyRing } from './key-ring.ts'

const nonceBytes = 12
const tagBytes = 16
const version = 'v1'

type Sealed = {
  readonly keyId: string
  readonly nonce: Buffer
  readonly text: Buffer
  readonly tag: Buffer
}

/**
 * AES-256-GCM (NIST SP 800-38D) with a new nonce for each text and the context as additional data.
 * The format is `v1.<key id>.<nonce>.<ciphertext and tag>`, the last two in base64url.
 */
export function aesGcmCipher(keys: KeyRing): Cipher {
  return {
    encrypt(plaintext, context) {
      const { id, key } = keys.newest('encryption')
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(
        additionalData(context),
      )
      const sealed = Buffer.concat([
        cipher.update(plaintext, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ])
      return [version, id, nonce.toString('base64url'), sealed.toString('base64url')].join('.')
    },

    decrypt(ciphertext, context) {
      const sealed = parse(ciphertext)
      const found = sealed && keys.find('encryption', sealed.keyId)
      if (!sealed || !found) return null
      const decipher = createDecipheriv('aes-256-gcm', found.key, sealed.nonce, {
        authTagLength: tagBytes,
      })
      decipher.setAAD(additionalData(context)).setAuthTag(sealed.tag)
      try {
        return Buffer.concat([decipher.update(sealed.text), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },

    isOutdated(ciphertext) {
      const keyId = parse(ciphertext)?.keyId ?? ''
      return keyId !== keys.newest('encryption').id && !keys.unusedIds.includes(keyId)
    },
  }
}

/** A JSON list, so that no two pairs of purpose and owner have the same encoding. */
const additionalData = ({ purpose, ownerId }: CipherContext): Buffer =>
  Buffer.from(JSON.stringify([version, purpose, ownerId]))

function parse(ciphertext: string): Sealed | null {
  const [form, keyId, nonceText, sealedText, ...rest] = ciphertext.split('.')
  if (
    form !== version ||
    keyId === undefined ||
    nonceText === undefined ||
    sealedText === undefined ||
    rest.length > 0
  )
    return null
  const nonce = fromBase64url(nonceText)
  const sealed = fromBase64url(sealedText)
  if (nonce?.length !== nonceBytes || sealed === null || sealed.length < tagBytes) return null
  return { keyId, nonce, text: sealed.subarray(0, -tagBytes), tag: sealed.subarray(-tagBytes) }
}

/**
 * Null unless this is the only canonical encoding of the bytes: Node's decoder ignores invalid
 * characters.
 */
function fromBase64url(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : null
}
