import { createRoute, z } from '@hono/zod-openapi'
import { changeRole, roles, type AccountId } from '@ken/core'
import { answerJson } from '../../answer.ts'
import { problem, problemResponses } from '../../errors/problems.ts'
import { administratorAuthentication } from '../../security/administrator-authentication.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import type { Surface, SurfaceApp } from '../../surface.ts'
import { jsonAnswer, jsonRequest } from '../declarations.ts'
import { idParameter } from '../id-parameter.ts'
import { mount } from '../mount.ts'
import { personBodyProblems, personSchema, personView } from './person-view.ts'

/** A change of the role, by an Owner. */
export const changeRoleRoute = createRoute({
  operationId: 'changeRole',
  method: 'put',
  path: '/api/v1/admin/users/{id}/role',
  tags: ['Administration'],
  summary: 'Give a person another role',
  description: 'For Owners only.',
  security: [{ accessToken: [] }],
  request: { params: idParameter, ...jsonRequest(z.strictObject({ role: z.enum(roles) }), { role: 'Admin' }) },
  responses: {
    200: jsonAnswer('The person as they are now.', personSchema),
    ...problemResponses('account.last_owner', ...personBodyProblems),
  },
})

/** Serves it. */
export const mountChangeRole = (app: SurfaceApp, surface: Surface) =>
  mount(app, changeRoleRoute, [administratorAuthentication(surface)], async (context) => {
    const { actor } = callerOf(context)
    const userId = context.req.valid('param').id as AccountId
    const outcome = await changeRole(surface.ken.ports, { actor, userId, role: context.req.valid('json').role })
    return outcome.ok ? answerJson(context, personView(outcome.value), 200) : problem(context, outcome.error)
  })
