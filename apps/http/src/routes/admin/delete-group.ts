import { createRoute } from '@hono/zod-openapi'
import { deleteGroup } from '@ken/core'
import { answerDone } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems } from '../declarations.ts'
import { mount } from '../mount.ts'
import { groupParameter } from './group-view.ts'

/** The end of a group. */
export const deleteGroupRoute = createRoute({
  operationId: 'deleteGroup',
  method: 'delete',
  path: '/api/v1/admin/groups/{slug}',
  tags: ['Administration'],
  summary: 'Delete a group that no document names',
  security: [{ accessToken: [] }],
  request: { params: groupParameter },
  responses: {
    204: { description: 'Deleted, with its memberships.' },
    ...problemResponses('group.not_found', 'group.in_use', ...sessionProblems, ...anyProblems),
  },
})

/** Serves the deletion. */
export const mountDeleteGroup = (app: SurfaceApp, surface: Surface) =>
  mount(app, deleteGroupRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const outcome = await deleteGroup(surface.ken.ports, { actor, slug: context.req.valid('param').slug })
    return outcome.ok ? answerDone(context) : problem(context, outcome.error)
  })
