import { createRoute, z } from '@hono/zod-openapi'
import { listGroupMembers, type Account } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { queryProblems } from '../../request/query-parameters.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { anyProblems, jsonAnswer } from '../declarations.ts'
import { mount } from '../mount.ts'
import { pageParameters, pageSchema, pageView, pageWanted } from '../page.ts'
import { groupParameter } from './group-view.ts'
import { personPosition, personSchema, personView } from './person-view.ts'

/** Who is in a group. */
export const listGroupMembersRoute = createRoute({
  operationId: 'listGroupMembers',
  method: 'get',
  path: '/api/v1/admin/groups/{slug}/members',
  tags: ['Administration'],
  summary: 'The members of a group, by address',
  security: [{ accessToken: [] }],
  request: { params: groupParameter, query: z.strictObject(pageParameters(personPosition)) },
  responses: {
    200: jsonAnswer('The members.', pageSchema(personSchema, 'GroupMemberPage')),
    ...problemResponses('group.not_found', ...queryProblems, ...sessionProblems, ...anyProblems),
  },
})

/** Serves the members. */
export const mountListGroupMembers = (app: SurfaceApp, surface: Surface) =>
  mount(app, listGroupMembersRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const { limit, cursor } = context.req.valid('query')
    const page = pageWanted({ limit, cursor: cursor as Account['email'] | undefined })
    const outcome = await listGroupMembers(surface.ken.ports, { actor, slug: context.req.valid('param').slug, page })
    return outcome.ok ? answerJson(context, pageView(outcome.value, personView), 200) : problem(context, outcome.error)
  })
