import type { ApiKeySource } from '@ken/core/ports'
import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const prefix = 'ken_'
const secretLength = 43
const checksumLength = 6
const form = new RegExp(`^${prefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`)

/** The length of the part that is stored and shown, so that people can distinguish their keys. */
const shownLength = 12

/**
 * Keys of 256 random bits: `ken_`, 43 base62 characters, 6 characters of CRC-32; stored as SHA-256
 * in hexadecimal. The checksum distinguishes leaked keys from similar text without a query.
 */
export const randomApiKeySource = (): ApiKeySource => ({
  newApiKey() {
    const unchecked = prefix + base62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)
    const plain = unchecked + checksumOf(unchecked)
    return { plain, digest: sha256(plain), prefix: plain.slice(0, shownLength) }
  },

  digest(presented) {
    if (!form.test(presented)) return null
    const isIntact = presented.endsWith(checksumOf(presented.slice(0, -checksumLength)))
    return isIntact ? sha256(presented) : null
  },
})

const sha256 = (text: string): string => hash('sha256', text, 'hex')

/** Runs on every call, so it uses no big integers. */
function checksumOf(text: string): string {
  let digits = ''
  for (let rest = crc32(text); digits.length < checksumLength; rest = Math.floor(rest / 62))
    digits = alphabet.charAt(rest % 62) + digits
  return digits
}

/** Most significant digit first, padded with zeroes to a fixed length. */
function base62(value: bigint, length: number): string {
  let digits = ''
  for (let rest = value; digits.length < length; rest /= 62n)
    digits = alphabet.charAt(Number(rest % 62n)) + digits
  return digits
}
