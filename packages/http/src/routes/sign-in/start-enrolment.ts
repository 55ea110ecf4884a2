import { z } from '@hono/zod-openapi'
import { startEnrolment } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { originOf } from '../../request/origin.ts'
import { respondJson } from '../../respond.ts'
import { jsonResponse, jsonRequest } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { sameOrigin } from '../../security/same-origin.ts'
import { enrolmentSchema, enrolmentView } from '../enrolment-view.ts'
import { exampleChallenge } from './sign-in-step-view.ts'

/** Starts to enrol the second factor during sign-in, for a role that requires one. */
export const startEnrolmentRoute = defineRoute(
  {
    operationId: 'startEnrolment',
    method: 'post',
    path: '/login/mfa/enrol',
    tags: ['Sign-in'],
    summary: 'Get a secret for an authenticator',
    description:
      'A step of a sign-in whose role requires two-factor authentication, before there is a session.',
    guard: sameOrigin,
    request: jsonRequest(z.strictObject({ challenge: z.string() }).openapi('EnrolmentRequest'), {
      challenge: exampleChallenge,
    }),
    responses: {
      200: jsonResponse('The secret. Another request replaces it.', enrolmentSchema),
    },
    problems: ['sign_in.refused'],
  },
  async (context, { ken: { ports } }) => {
    const outcome = await startEnrolment(ports, {
      ...context.req.valid('json'),
      origin: originOf(context),
    })
    return outcome.ok
      ? respondJson(context, enrolmentView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
