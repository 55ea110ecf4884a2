import type { RecoveryCodeSource } from '@ken/core/ports'
import { newSymbols, readSymbols } from './crockford.ts'

const symbolsCount = 10
const groupLength = 5

/**
 * Codes of 50 random bits in Crockford base32, as `XXXXX-XXXXX`. Accepts upper and lower case, with
 * any dashes and spaces.
 */
export const randomRecoveryCodeSource = (): RecoveryCodeSource => ({
  newCodes: (count) => Array.from({ length: count }, () => newSymbols(symbolsCount, groupLength)),

  normalize: (presented) => readSymbols(presented, symbolsCount),
})
