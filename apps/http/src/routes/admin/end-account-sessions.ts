import { createRoute } from '@hono/zod-openapi'
import { endAccountSessions, type AccountId } from '@ken/core'
import { answerDone } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { emptyRequest } from '../declarations.ts'
import { idParameter } from '../id-parameter.ts'
import { mount } from '../mount.ts'
import { personBodyProblems } from './person-view.ts'

/** A forced sign-out. */
export const endAccountSessionsRoute = createRoute({
  operationId: 'endAccountSessions',
  method: 'post',
  path: '/api/v1/admin/users/{id}/end-sessions',
  tags: ['Administration'],
  summary: 'Sign a person out everywhere',
  security: [{ accessToken: [] }],
  request: { params: idParameter, ...emptyRequest },
  responses: {
    204: { description: 'Done. An access token that was issued lives on to its end.' },
    ...problemResponses(...personBodyProblems),
  },
})

/** Serves it. */
export const mountEndAccountSessions = (app: SurfaceApp, surface: Surface) =>
  mount(app, endAccountSessionsRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const userId = context.req.valid('param').id as AccountId
    const outcome = await endAccountSessions(surface.ken.ports, { actor, userId })
    return outcome.ok ? answerDone(context) : problem(context, outcome.error)
  })
