import { z } from '@hono/zod-openapi'
import { signIn } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { deviceOf } from '../../request/origin.ts'
import { respondJson } from '../../respond.ts'
import { jsonResponse, jsonRequest } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { sameOrigin } from '../../security/same-origin.ts'
import { signInStepSchema, signInStepBody } from './sign-in-step-view.ts'

/** The first step: address and password. */
export const signInRoute = defineRoute(
  {
    operationId: 'signIn',
    method: 'post',
    path: '/login',
    tags: ['Sign-in'],
    summary: 'Sign in with email address and password',
    description:
      'The first step of a sign-in. Returns an access token, or a challenge and the next step.',
    guard: sameOrigin,
    request: jsonRequest(
      z
        .strictObject({
          email: z.string(),
          password: z.string(),
          remember_me: z.boolean().optional(),
        })
        .openapi('SignInRequest'),
      { email: 'ada@example.com', password: 'lantern quartz meadow violin', remember_me: true },
    ),
    responses: {
      200: jsonResponse('The session or the next step.', signInStepSchema),
    },
    problems: ['sign_in.refused'],
  },
  async (context, api) => {
    const { email, password, remember_me: rememberMe = false } = context.req.valid('json')
    const from = deviceOf(context, api)
    const outcome = await signIn(api.ken.ports, { email, password, rememberMe, ...from })
    return outcome.ok
      ? respondJson(context, signInStepBody(context, api, outcome.value), 200)
      : problem(context, outcome.error)
  },
)
