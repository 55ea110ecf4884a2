import { createRoute } from '@hono/zod-openapi'
import { reactivateAccount, type AccountId } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { emptyRequest, jsonAnswer } from '../declarations.ts'
import { idParameter } from '../id-parameter.ts'
import { mount } from '../mount.ts'
import { personBodyProblems, personSchema, personView } from './person-view.ts'

/** A reactivation. */
export const reactivateAccountRoute = createRoute({
  operationId: 'reactivateAccount',
  method: 'post',
  path: '/api/v1/admin/users/{id}/reactivate',
  tags: ['Administration'],
  summary: 'Let a person sign in again',
  description: 'Sessions, keys and agents do not come back.',
  security: [{ accessToken: [] }],
  request: { params: idParameter, ...emptyRequest },
  responses: {
    200: jsonAnswer('The person as they are now.', personSchema),
    ...problemResponses(...personBodyProblems),
  },
})

/** Serves it. */
export const mountReactivateAccount = (app: SurfaceApp, surface: Surface) =>
  mount(app, reactivateAccountRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const userId = context.req.valid('param').id as AccountId
    const outcome = await reactivateAccount(surface.ken.ports, { actor, userId })
    return outcome.ok ? answerJson(context, personView(outcome.value), 200) : problem(context, outcome.error)
  })
