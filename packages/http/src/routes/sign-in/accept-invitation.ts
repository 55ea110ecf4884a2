import { z } from '@hono/zod-openapi'
import { acceptInvitation } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { deviceOf } from '../../request/origin.ts'
import { respondJson } from '../../respond.ts'
import { jsonResponse, jsonRequest } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { sameOrigin } from '../../security/same-origin.ts'
import { accountSchema, accountView } from '../account-view.ts'
import { exampleChallenge, signInStepSchema, signInStepBody } from './sign-in-step-view.ts'

/** Registers the invited person, who then signs in. */
export const acceptInvitationRoute = defineRoute(
  {
    operationId: 'acceptInvitation',
    method: 'post',
    path: '/api/v1/auth/invitations/accept',
    tags: ['Sign-in'],
    summary: 'Accept an invitation',
    description:
      'Uses the link of the email, and sets name and password. The person signs in afterwards.',
    guard: sameOrigin,
    request: jsonRequest(
      z
        .strictObject({ token: z.string(), name: z.string(), password: z.string() })
        .openapi('AcceptInvitationRequest'),
      { token: exampleChallenge, name: 'Grace Hopper', password: 'lantern quartz meadow violin' },
    ),
    responses: {
      201: jsonResponse(
        'The new account, with the session or the next step.',
        z.object({ user: accountSchema }).and(signInStepSchema),
      ),
    },
    problems: [
      'account.token_invalid',
      'account.name_invalid',
      'password.rejected',
      'password.guesses_exhausted',
    ],
  },
  async (context, api) => {
    const from = deviceOf(context, api)
    const actor = { kind: 'anonymous', via: 'web', ...from.origin } as const
    const outcome = await acceptInvitation(api.ken.ports, {
      actor,
      from,
      ...context.req.valid('json'),
    })
    if (!outcome.ok) return problem(context, outcome.error)
    const { account, step } = outcome.value
    return respondJson(
      context,
      { user: accountView(account), ...signInStepBody(context, api, step) },
      201,
    )
  },
)
