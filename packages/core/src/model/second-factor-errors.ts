/** The code is wrong, outside its time, or already used. */
export type CodeRefused = { readonly code: 'second_factor.code_refused' }
export type SecondFactorEnabled = { readonly code: 'second_factor.enabled' }
/** There is no second factor, or no enrolment that waits for a code. */
export type SecondFactorMissing = { readonly code: 'second_factor.missing' }
/** The organisation requires a second factor for this role. */
export type SecondFactorMandatory = { readonly code: 'second_factor.mandatory' }

export type SecondFactorError =
  | CodeRefused
  | SecondFactorEnabled
  | SecondFactorMissing
  | SecondFactorMandatory
