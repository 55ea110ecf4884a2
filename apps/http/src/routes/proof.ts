import { z } from '@hono/zod-openapi'
import type { SecondFactorProof } from '@ken/core'
import { sessionProblems } from '../security/session-authentication.ts'
import { bodyProblems, jsonRequest } from './declarations.ts'

/** The fields of a body that proves the second factor. */
export const proofFields = {
  code: z.string().optional().openapi({ description: 'What the authenticator shows: six digits.' }),
  recovery_code: z.string().optional().openapi({ description: 'One of the codes for a lost authenticator, in place of `code`.' }),
}
type ProofFields = { readonly code?: string | undefined; readonly recovery_code?: string | undefined }

/** Refuses a body with both proofs or none. */
export const hasOneProof = ({ code, recovery_code }: ProofFields): boolean =>
  (code === undefined) !== (recovery_code === undefined)
/** What such a body is told. */
export const proofFault = { path: ['code'], message: 'must be there, or `recovery_code` in its place, but not both' }

/** The proof in a body that was found to have one. */
export const proofOf = ({ code, recovery_code = '' }: ProofFields): SecondFactorProof =>
  code === undefined ? { recoveryCode: recovery_code } : { code }

/** A proof and nothing else. */
export const proofRequest = jsonRequest(
  z.strictObject(proofFields).refine(hasOneProof, proofFault).openapi('SecondFactorProof'),
  {
    code: '492039',
  },
)

/** What every route may answer that judges the second factor of who is signed in. */
export const ownFactorProblems = [
  'second_factor.code_refused',
  'second_factor.missing',
  'password.guesses_exhausted',
  ...sessionProblems,
  ...bodyProblems,
] as const
