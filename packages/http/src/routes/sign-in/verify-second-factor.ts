import { z } from '@hono/zod-openapi'
import { verifySecondFactor } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { deviceOf } from '../../request/origin.ts'
import { respondJson } from '../../respond.ts'
import { jsonResponse, jsonRequest } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { sameOrigin } from '../../security/same-origin.ts'
import {
  hasOneProof,
  proofError,
  proofFields,
  secondFactorProofOf,
} from '../second-factor-proof.ts'
import { exampleChallenge, signInStepSchema, signInStepBody } from './sign-in-step-view.ts'

/** The second step of a sign-in with two-factor authentication. */
export const verifySecondFactorRoute = defineRoute(
  {
    operationId: 'verifySecondFactor',
    method: 'post',
    path: '/login/mfa',
    tags: ['Sign-in'],
    summary: 'Verify a one-time code or recovery code',
    description: 'A step of the sign-in. A code works only once, even while it is still valid.',
    guard: sameOrigin,
    request: jsonRequest(
      z
        .strictObject({ challenge: z.string(), ...proofFields })
        .refine(hasOneProof, proofError)
        .openapi('SecondFactorRequest'),
      { challenge: exampleChallenge, code: '492039' },
    ),
    responses: {
      200: jsonResponse('The session or the next step.', signInStepSchema),
    },
    problems: ['sign_in.refused'],
  },
  async (context, api) => {
    const { challenge, ...fields } = context.req.valid('json')
    const from = deviceOf(context, api)
    const outcome = await verifySecondFactor(api.ken.ports, {
      challenge,
      proof: secondFactorProofOf(fields),
      ...from,
    })
    return outcome.ok
      ? respondJson(context, signInStepBody(context, api, outcome.value), 200)
      : problem(context, outcome.error)
  },
)
