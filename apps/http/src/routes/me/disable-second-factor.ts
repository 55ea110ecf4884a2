import { createRoute } from '@hono/zod-openapi'
import { disableSecondFactor } from '@ken/core'
import { answerDone } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { mount } from '../mount.ts'
import { ownFactorProblems, proofOf, proofRequest } from '../proof.ts'

/** The end of a second factor of one's own. */
export const disableSecondFactorRoute = createRoute({
  operationId: 'disableSecondFactor',
  method: 'post',
  path: '/api/v1/me/mfa/disable',
  tags: ['Own account'],
  summary: 'Disable the second factor',
  security: [{ accessToken: [] }],
  request: proofRequest,
  responses: {
    204: { description: 'Disabled. The recovery codes are void.' },
    ...problemResponses('second_factor.mandatory', ...ownFactorProblems),
  },
})

/** Serves the end, against a fresh proof. */
export const mountDisableSecondFactor = (app: SurfaceApp, surface: Surface) =>
  mount(app, disableSecondFactorRoute, [sessionAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const outcome = await disableSecondFactor(surface.ken.ports, { actor, proof: proofOf(context.req.valid('json')) })
    return outcome.ok ? answerDone(context) : problem(context, outcome.error)
  })
