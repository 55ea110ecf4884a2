import { z } from '@hono/zod-openapi'
import { confirmEnrolment } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { deviceOf } from '../../request/origin.ts'
import { respondJson } from '../../respond.ts'
import { jsonResponse, jsonRequest } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { sameOrigin } from '../../security/same-origin.ts'
import { recoveryCodesSchema } from '../enrolment-view.ts'
import { exampleChallenge, signInStepSchema, signInStepBody } from './sign-in-step-view.ts'

/** Completes the enrolment during sign-in, with the first code of the authenticator. */
export const confirmEnrolmentRoute = defineRoute(
  {
    operationId: 'confirmEnrolment',
    method: 'post',
    path: '/login/mfa/confirm',
    tags: ['Sign-in'],
    summary: 'Enable two-factor authentication with the first code',
    description:
      'The last step of a sign-in whose role requires two-factor authentication. Returns the recovery codes, once.',
    guard: sameOrigin,
    request: jsonRequest(
      z
        .strictObject({ challenge: z.string(), code: z.string() })
        .openapi('ConfirmEnrolmentRequest'),
      {
        challenge: exampleChallenge,
        code: '492039',
      },
    ),
    responses: {
      200: jsonResponse(
        'The recovery codes, with the session or the next step.',
        recoveryCodesSchema.and(signInStepSchema),
      ),
    },
    problems: ['sign_in.refused'],
  },
  async (context, api) => {
    const from = deviceOf(context, api)
    const outcome = await confirmEnrolment(api.ken.ports, {
      ...context.req.valid('json'),
      ...from,
    })
    if (!outcome.ok) return problem(context, outcome.error)
    const { step, recoveryCodes } = outcome.value
    return respondJson(
      context,
      { recovery_codes: [...recoveryCodes], ...signInStepBody(context, api, step) },
      200,
    )
  },
)
