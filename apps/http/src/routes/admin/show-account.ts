import { createRoute } from '@hono/zod-openapi'
import { showAccount, type AccountId } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { jsonAnswer } from '../declarations.ts'
import { idParameter } from '../id-parameter.ts'
import { mount } from '../mount.ts'
import { personCardSchema, personCardView, personProblems } from './person-view.ts'

/** One person. */
export const showAccountRoute = createRoute({
  operationId: 'showAccount',
  method: 'get',
  path: '/api/v1/admin/users/{id}',
  tags: ['Administration'],
  summary: 'One person',
  security: [{ accessToken: [] }],
  request: { params: idParameter },
  responses: {
    200: jsonAnswer('The person; of their sessions and keys the number alone.', personCardSchema),
    ...problemResponses(...personProblems),
  },
})

/** Serves the person. */
export const mountShowAccount = (app: SurfaceApp, surface: Surface) =>
  mount(app, showAccountRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const outcome = await showAccount(surface.ken.ports, { actor, userId: context.req.valid('param').id as AccountId })
    return outcome.ok ? answerJson(context, personCardView(outcome.value), 200) : problem(context, outcome.error)
  })
