import { createRoute, z } from '@hono/zod-openapi'
import { createGroup } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionProblems } from '../../security/session-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { bodyProblems, jsonRequest } from '../declarations.ts'
import { mount } from '../mount.ts'
import { idempotencyHeader, idempotencyProblems, once, repeatableAnswer } from '../once.ts'
import { groupSchema, groupView } from './group-view.ts'

/** A new group. */
export const createGroupRoute = createRoute({
  operationId: 'createGroup',
  method: 'post',
  path: '/api/v1/admin/groups',
  tags: ['Administration'],
  summary: 'Create an empty group',
  security: [{ accessToken: [] }],
  request: { ...idempotencyHeader, ...jsonRequest(z.strictObject({ slug: z.string() }), { slug: 'finance' }) },
  responses: {
    201: repeatableAnswer('The group.', groupSchema),
    ...problemResponses('group.slug_invalid', 'group.exists', ...idempotencyProblems, ...sessionProblems, ...bodyProblems),
  },
})

/** Serves the creation. */
export const mountCreateGroup = (app: SurfaceApp, surface: Surface) =>
  mount(app, createGroupRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const asked = context.req.valid('json')
    const outcome = await once(context, surface, {
      route: createGroupRoute,
      asked,
      act: (ports) => createGroup(ports, { actor, ...asked }),
      view: groupView,
    })
    return outcome.ok ? answerJson(context, outcome.value, 201) : problem(context, outcome.error)
  })
