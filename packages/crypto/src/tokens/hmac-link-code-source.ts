import type { LinkCodeSource } from '@ken/core/ports'
import { createHmac } from 'node:crypto'
import { newSymbols, readSymbols } from './crockford.ts'
import type { KeyRing } from '../key-ring.ts'

const symbolsCount = 8
const groupLength = 4

/**
 * Codes of 40 random bits in Crockford base32, as `XXXX-XXXX`. Stored as HMAC-SHA-256, because 40
 * bits could be recovered from a plain hash by trying all codes. A new secret invalidates the codes
 * of the last ten minutes.
 */
export function hmacLinkCodeSource(keys: KeyRing): LinkCodeSource {
  const { key } = keys.newest('link-code')
  const digest = (presented: string) =>
    createHmac('sha256', key)
      .update(readSymbols(presented, symbolsCount) ?? '')
      .digest('hex')
  return {
    newCode() {
      const plain = newSymbols(symbolsCount, groupLength)
      return { plain, digest: digest(plain) }
    },

    isCode: (text) => readSymbols(text, symbolsCount) !== null,

    digest,
  }
}
