import {
  passwordExample,
  passwordLengthMax,
  passwordLengthMin,
  type PasswordFault,
} from '@ken/core'

/** Why a password is refused: the rest of a sentence about it. */
export const passwordFaultTexts: { readonly [Fault in PasswordFault]: string } = {
  too_short: `must have at least ${passwordLengthMin} characters`,
  too_long: `must have at most ${passwordLengthMax} characters`,
  too_weak: `is too easy to guess: use four unrelated words such as “${passwordExample}” (but not these), or 12 random characters from a password manager, and not your name or address`,
  breached: 'is known from a data breach: choose one that you use nowhere else',
  same_as_current: 'must differ from the current password',
  too_complex_to_check: 'takes too long to check: choose a shorter or simpler one',
}
