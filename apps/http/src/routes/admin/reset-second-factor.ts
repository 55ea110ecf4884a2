import { createRoute } from '@hono/zod-openapi'
import { resetSecondFactor, type AccountId } from '@ken/core'
import { answerDone } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { emptyRequest } from '../declarations.ts'
import { idParameter } from '../id-parameter.ts'
import { mount } from '../mount.ts'
import { personBodyProblems } from './person-view.ts'

/** A reset of the second factor. */
export const resetSecondFactorRoute = createRoute({
  operationId: 'resetSecondFactor',
  method: 'post',
  path: '/api/v1/admin/users/{id}/mfa-reset',
  tags: ['Administration'],
  summary: "Take a person's second factor away",
  description: 'Their sessions end. Who needs a second factor enrols again at the next sign-in.',
  security: [{ accessToken: [] }],
  request: { params: idParameter, ...emptyRequest },
  responses: {
    204: { description: 'Done. The person is told by mail.' },
    ...problemResponses(...personBodyProblems),
  },
})

/** Serves it. */
export const mountResetSecondFactor = (app: SurfaceApp, surface: Surface) =>
  mount(app, resetSecondFactorRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const userId = context.req.valid('param').id as AccountId
    const outcome = await resetSecondFactor(surface.ken.ports, { actor, userId })
    return outcome.ok ? answerDone(context) : problem(context, outcome.error)
  })
