import type { RecoveryCodeSource } from '@ken/core/ports'
import { randomBytes } from 'node:crypto'

/** Crockford's: no I, L or O, which people read as 1 and 0, and no U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const form = /^[0-9A-TV-Z]{10}$/i
const presentedLengthMax = 64

/** Codes of 50 random bits, read back in whatever case, with whatever dashes and blanks they are typed (R28). */
export const randomRecoveryCodeSource = (): RecoveryCodeSource => ({
  newCodes: (count) =>
    Array.from({ length: count }, () => {
      const symbols = Array.from(randomBytes(10), (byte) => alphabet.charAt(byte & 31)).join('')
      return `${symbols.slice(0, 5)}-${symbols.slice(5)}`
    }),

  normalize(presented) {
    if (presented.length > presentedLengthMax) return null
    const symbols = presented.replaceAll(/[\p{Dash_Punctuation}\s]/gu, '')
    if (!form.test(symbols)) return null
    return symbols.toUpperCase().replaceAll(/[IL]/g, '1').replaceAll('O', '0')
  },
})
