import { z } from '@hono/zod-openapi'
import { setForcedPassword } from '@ken/core'
import { inNewPassword } from '../../errors/failure.ts'
import { problem } from '../../errors/problems.ts'
import { deviceOf } from '../../request/origin.ts'
import { respondJson } from '../../respond.ts'
import { jsonResponse, jsonRequest } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { sameOrigin } from '../../security/same-origin.ts'
import { exampleChallenge, signInStepSchema, signInStepBody } from './sign-in-step-view.ts'

/** Replaces a temporary password during sign-in. */
export const setForcedPasswordRoute = defineRoute(
  {
    operationId: 'setForcedPassword',
    method: 'post',
    path: '/login/password',
    tags: ['Sign-in'],
    summary: 'Replace a temporary password',
    description: 'A step of the sign-in with a temporary password, before there is a session.',
    guard: sameOrigin,
    request: jsonRequest(
      z
        .strictObject({ challenge: z.string(), new_password: z.string() })
        .openapi('ForcedPasswordRequest'),
      {
        challenge: exampleChallenge,
        new_password: 'lantern quartz meadow violin',
      },
    ),
    responses: {
      200: jsonResponse('The session or the next step.', signInStepSchema),
    },
    problems: ['password.rejected', 'sign_in.refused'],
  },
  async (context, api) => {
    const { challenge, new_password: newPassword } = context.req.valid('json')
    const from = deviceOf(context, api)
    const outcome = await setForcedPassword(api.ken.ports, { challenge, newPassword, ...from })
    if (!outcome.ok) return problem(context, inNewPassword(outcome.error))
    return respondJson(context, signInStepBody(context, api, outcome.value), 200)
  },
)
