import { createRoute, z } from '@hono/zod-openapi'
import { acceptInvitation } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { deviceOf } from '../../request/origin.ts'
import { sameOrigin } from '../../security/same-origin.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { accountSchema, accountView } from '../account-view.ts'
import { bodyProblems, jsonAnswer, jsonRequest } from '../declarations.ts'
import { mount } from '../mount.ts'
import { exampleChallenge, signInStepSchema, takeStep } from './sign-in-step-view.ts'

/** The invited person's registration, who goes on to sign in. */
export const acceptInvitationRoute = createRoute({
  operationId: 'acceptInvitation',
  method: 'post',
  path: '/api/v1/auth/invitations/accept',
  tags: ['Sign-in'],
  summary: 'Accept an invitation',
  security: [],
  request: jsonRequest(
    z.strictObject({ token: z.string(), name: z.string(), password: z.string() }).openapi('AcceptInvitationRequest'),
    { token: exampleChallenge, name: 'Grace Hopper', password: 'lantern quartz meadow violin' },
  ),
  responses: {
    201: jsonAnswer(
      'The new account, and the session or what to do next.',
      z.object({ user: accountSchema }).and(signInStepSchema),
    ),
    ...problemResponses(
      'account.token_invalid',
      'account.name_invalid',
      'password.rejected',
      'password.guesses_exhausted',
      'http.cross_site',
      ...bodyProblems,
    ),
  },
})

/** Serves the registration. */
export const mountAcceptInvitation = (app: SurfaceApp, surface: Surface) =>
  mount(app, acceptInvitationRoute, [sameOrigin(surface.ken.config.baseUrl)], async (context) => {
    const from = deviceOf(context, surface)
    const actor = { kind: 'anonymous', via: 'web', ...from.origin } as const
    const outcome = await acceptInvitation(surface.ken.ports, { actor, from, ...context.req.valid('json') })
    if (!outcome.ok) return problem(context, outcome.error)
    const { account, step } = outcome.value
    return answerJson(context, { user: accountView(account), ...takeStep(context, surface, step) }, 201)
  })
