import { z } from '@hono/zod-openapi'
import type { SignInStep } from '@ken/core'
import type { Api } from '../../api.ts'
import type { ApiContext } from '../../api-context.ts'
import { accountSchema, accountView } from '../account-view.ts'

const statuses = {
  second_factor: 'mfa_required',
  password_change: 'password_change_required',
  second_factor_enrolment: 'mfa_enrolment_required',
} as const

const signedInSchema = z
  .object({
    status: z.literal('signed_in'),
    access_token: z
      .string()
      .openapi({ description: 'Keep it in memory only; send it as `Authorization: Bearer`.' }),
    token_type: z.literal('Bearer'),
    expires_in: z.int().openapi({ description: 'Seconds.' }),
    user: accountSchema,
  })
  .openapi('SignedIn')

const nextStageSchema = z
  .object({
    status: z.enum(['mfa_required', 'password_change_required', 'mfa_enrolment_required']),
    challenge: z.string().openapi({
      description: 'Proves the completed steps. Send it with the next step; it has no other use.',
    }),
    expires_in: z.int().openapi({ description: 'Seconds.' }),
  })
  .openapi('NextStage')

/** A step of a sign-in: the session, or the next step. */
export const signInStepSchema = z.discriminatedUnion('status', [signedInSchema, nextStageSchema])

function signInStepView(step: SignInStep): z.infer<typeof signInStepSchema> {
  if (step.kind !== 'signed_in') {
    return {
      status: statuses[step.kind],
      challenge: step.challenge,
      expires_in: step.expiresInSeconds,
    }
  }
  return {
    status: 'signed_in',
    access_token: step.accessToken,
    token_type: 'Bearer',
    expires_in: step.expiresInSeconds,
    user: accountView(step.account),
  }
}

/** The body of the response to a step. Only the last step sets the cookies. */
export function signInStepBody(
  context: ApiContext,
  { deviceCookie, refreshCookie }: Api,
  step: SignInStep,
): z.infer<typeof signInStepSchema> {
  if (step.kind === 'signed_in') {
    refreshCookie.give(context, step.refreshToken, step.rememberMe)
    deviceCookie.give(context, step.deviceToken)
  }
  return signInStepView(step)
}

/** A challenge for examples. */
export const exampleChallenge = 'wGvvqzBWnMyrYfLbjKPdLB5wF9Yzq2GZxA3hqJcVt0I'
