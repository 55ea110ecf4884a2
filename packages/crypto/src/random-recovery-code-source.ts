import type { RecoveryCodeSource } from '@ken/core/ports'
import { newSymbols, readSymbols } from './crockford.ts'

const symbolsCount = 10
const groupLength = 5

/** Codes of 50 random bits, read back in whatever case, with whatever dashes and blanks they are typed. */
export const randomRecoveryCodeSource = (): RecoveryCodeSource => ({
  newCodes: (count) => Array.from({ length: count }, () => newSymbols(symbolsCount, groupLength)),

  normalize: (presented) => readSymbols(presented, symbolsCount),
})
