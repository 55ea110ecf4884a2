import { z } from '@hono/zod-openapi'
import { setUpOwner } from '@ken/core'
import { problem } from '../errors/problems.ts'
import { deviceOf } from '../request/origin.ts'
import { respondJson } from '../respond.ts'
import { jsonResponse, jsonRequest } from '../routing/body-and-response.ts'
import { defineRoute } from '../routing/define-route.ts'
import { sameOrigin } from '../security/same-origin.ts'
import { accountSchema, accountView } from './account-view.ts'
import { signInStepSchema, signInStepBody } from './sign-in/sign-in-step-view.ts'

/** Creates the first Owner, who then signs in. */
export const setupRoute = defineRoute(
  {
    operationId: 'setUpOwner',
    method: 'post',
    path: '/setup',
    tags: ['Sign-in'],
    summary: 'Create the first Owner',
    description: 'Works once, while no one has an account; afterwards, this address is not found.',
    guard: sameOrigin,
    request: jsonRequest(
      z
        .strictObject({ email: z.string(), password: z.string(), name: z.string().optional() })
        .openapi('SetUpRequest'),
      { email: 'ada@example.com', password: 'lantern quartz meadow violin', name: 'Ada Lovelace' },
    ),
    responses: {
      201: jsonResponse(
        'The first Owner, with the session or the next step.',
        z.object({ user: accountSchema }).and(signInStepSchema),
      ),
    },
    problems: [
      'account.already_set_up',
      'account.email_invalid',
      'account.name_invalid',
      'password.rejected',
    ],
  },
  async (context, api) => {
    const from = deviceOf(context, api)
    const actor = { kind: 'anonymous', via: 'web', ...from.origin } as const
    const outcome = await setUpOwner(api.ken.ports, { actor, from, ...context.req.valid('json') })
    if (!outcome.ok) return problem(context, outcome.error)
    const { account, step } = outcome.value
    // A browser always gets a step.
    return respondJson(
      context,
      { user: accountView(account), ...signInStepBody(context, api, step!) },
      201,
    )
  },
)
