import { createRoute, z } from '@hono/zod-openapi'
import { listGroups } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems, jsonAnswer } from '../declarations.ts'
import { mount } from '../mount.ts'
import { listedGroupSchema, listedGroupView } from './group-view.ts'

/** Every group. */
export const listGroupsRoute = createRoute({
  operationId: 'listGroups',
  method: 'get',
  path: '/api/v1/admin/groups',
  tags: ['Administration'],
  summary: 'Groups',
  security: [{ accessToken: [] }],
  responses: {
    200: jsonAnswer(
      'All groups by name, with the number of their members.',
      z.object({ data: z.array(listedGroupSchema), next_cursor: z.null() }).openapi('GroupList'),
    ),
    ...problemResponses(...sessionProblems, ...anyProblems),
  },
})

/** Serves the groups. */
export const mountListGroups = (app: SurfaceApp, surface: Surface) =>
  mount(app, listGroupsRoute, [administratorAuthentication(surface)], async (context) => {
    const outcome = await listGroups(surface.ken.ports, { actor: callerOf(context).actor })
    if (!outcome.ok) return problem(context, outcome.error)
    return answerJson(context, { data: outcome.value.map(listedGroupView), next_cursor: null }, 200)
  })
