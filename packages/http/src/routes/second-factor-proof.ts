import { z } from '@hono/zod-openapi'
import type { SecondFactorProof } from '@ken/core'
import { jsonRequest } from '../routing/body-and-response.ts'

/** The fields of a body that verifies the second factor. */
export const proofFields = {
  code: z
    .string()
    .optional()
    .openapi({ description: 'The six digits that the authenticator shows.' }),
  recovery_code: z
    .string()
    .optional()
    .openapi({ description: 'A recovery code, instead of `code`.' }),
}
type ProofFields = {
  readonly code?: string | undefined
  readonly recovery_code?: string | undefined
}

/** Whether a body has exactly one of the two fields. */
export const hasOneProof = ({ code, recovery_code }: ProofFields): boolean =>
  (code === undefined) !== (recovery_code === undefined)
/** The error of a body with both or neither. */
export const proofError = {
  path: ['code'],
  message: 'must be given, or `recovery_code` instead, but not both',
}

/** Reads the proof from a validated body. */
export const secondFactorProofOf = ({ code, recovery_code = '' }: ProofFields): SecondFactorProof =>
  code === undefined ? { recoveryCode: recovery_code } : { code }

/** A body with nothing but the proof. */
export const secondFactorRequest = jsonRequest(
  z.strictObject(proofFields).refine(hasOneProof, proofError).openapi('SecondFactorProof'),
  {
    code: '492039',
  },
)

/** The failures of verifying the second factor of a signed-in person. */
export const ownSecondFactorProblems = [
  'second_factor.code_refused',
  'second_factor.missing',
  'password.guesses_exhausted',
] as const
