import { createRoute } from '@hono/zod-openapi'
import { removeGroupMember, type AccountId } from '@ken/core'
import { answerDone } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems } from '../declarations.ts'
import { mount } from '../mount.ts'
import { memberParameters } from './group-view.ts'

/** The end of a membership. */
export const removeGroupMemberRoute = createRoute({
  operationId: 'removeGroupMember',
  method: 'delete',
  path: '/api/v1/admin/groups/{slug}/members/{id}',
  tags: ['Administration'],
  summary: 'End a membership',
  security: [{ accessToken: [] }],
  request: { params: memberParameters },
  responses: {
    204: { description: 'No member any more, from the next search on. Twice is once.' },
    ...problemResponses('group.not_found', 'account.not_found', ...sessionProblems, ...anyProblems),
  },
})

/** Serves it. */
export const mountRemoveGroupMember = (app: SurfaceApp, surface: Surface) =>
  mount(app, removeGroupMemberRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const { slug, id } = context.req.valid('param')
    const outcome = await removeGroupMember(surface.ken.ports, { actor, slug, userId: id as AccountId })
    return outcome.ok ? answerDone(context) : problem(context, outcome.error)
  })
