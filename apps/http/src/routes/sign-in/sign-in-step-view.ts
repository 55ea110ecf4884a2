import { z } from '@hono/zod-openapi'
import type { SignInStep } from '@ken/core'
import type { Surface, SurfaceContext } from '../../surface.ts'
import { accountSchema, accountView } from '../account-view.ts'
import { bodyProblems } from '../declarations.ts'

const statuses = {
  second_factor: 'mfa_required',
  password_change: 'password_change_required',
  second_factor_enrolment: 'mfa_enrolment_required',
} as const

const signedInSchema = z
  .object({
    status: z.literal('signed_in'),
    access_token: z.string().openapi({ description: 'Kept in memory only; sent as `Authorization: Bearer`.' }),
    token_type: z.literal('Bearer'),
    expires_in: z.int().openapi({ description: 'Seconds.' }),
    user: accountSchema,
  })
  .openapi('SignedIn')

const nextStageSchema = z
  .object({
    status: z.enum(['mfa_required', 'password_change_required', 'mfa_enrolment_required']),
    challenge: z
      .string()
      .openapi({ description: 'Proves the stages that were passed. Sent with the next one, and worth nothing else.' }),
    expires_in: z.int().openapi({ description: 'Seconds.' }),
  })
  .openapi('NextStage')

/** A step of a sign-in on the wire: the session, or what the person does next. */
export const signInStepSchema = z.discriminatedUnion('status', [signedInSchema, nextStageSchema])

function signInStepView(step: SignInStep): z.infer<typeof signInStepSchema> {
  if (step.kind !== 'signed_in') {
    return { status: statuses[step.kind], challenge: step.challenge, expires_in: step.expiresInSeconds }
  }
  return {
    status: 'signed_in',
    access_token: step.accessToken,
    token_type: 'Bearer',
    expires_in: step.expiresInSeconds,
    user: accountView(step.account),
  }
}

/** The body that answers a step. The cookies go with it at the last one, and never before (R26). */
export function takeStep(
  context: SurfaceContext,
  { deviceCookie, refreshCookie }: Surface,
  step: SignInStep,
): z.infer<typeof signInStepSchema> {
  if (step.kind === 'signed_in') {
    refreshCookie.give(context, step.refreshToken, step.rememberMe)
    deviceCookie.give(context, step.deviceToken)
  }
  return signInStepView(step)
}

/** What every stage may answer in place of the next step. */
export const stageProblems = ['sign_in.refused', 'http.cross_site', ...bodyProblems] as const

/** A challenge as examples show it. */
export const exampleChallenge = 'wGvvqzBWnMyrYfLbjKPdLB5wF9Yzq2GZxA3hqJcVt0I'
