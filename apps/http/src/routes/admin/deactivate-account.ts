import { createRoute } from '@hono/zod-openapi'
import { deactivateAccount, type AccountId } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { emptyRequest, jsonAnswer } from '../declarations.ts'
import { idParameter } from '../id-parameter.ts'
import { mount } from '../mount.ts'
import { personBodyProblems, personSchema, personView } from './person-view.ts'

/** A deactivation. */
export const deactivateAccountRoute = createRoute({
  operationId: 'deactivateAccount',
  method: 'post',
  path: '/api/v1/admin/users/{id}/deactivate',
  tags: ['Administration'],
  summary: 'Shut a person out at once',
  description: 'Their sessions end, their keys are revoked and their agents stop. Twice is once.',
  security: [{ accessToken: [] }],
  request: { params: idParameter, ...emptyRequest },
  responses: {
    200: jsonAnswer('The person as they are now.', personSchema),
    ...problemResponses('account.last_owner', ...personBodyProblems),
  },
})

/** Serves it. */
export const mountDeactivateAccount = (app: SurfaceApp, surface: Surface) =>
  mount(app, deactivateAccountRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const userId = context.req.valid('param').id as AccountId
    const outcome = await deactivateAccount(surface.ken.ports, { actor, userId })
    return outcome.ok ? answerJson(context, personView(outcome.value), 200) : problem(context, outcome.error)
  })
