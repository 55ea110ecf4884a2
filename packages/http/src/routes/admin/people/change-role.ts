import { z } from '@hono/zod-openapi'
import { changeRole, roles, type AccountId } from '@ken/core'
import { personView } from '@ken/presentation'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse, jsonRequest } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idParameter } from '../../../routing/id-parameter.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { personSchema } from './person-schema.ts'

/** Changes the role of a person. */
export const changeRoleRoute = defineRoute(
  {
    operationId: 'changeRole',
    method: 'put',
    path: '/api/v1/admin/users/{id}/role',
    tags: ['Administration'],
    summary: 'Change the role of a person',
    description: 'For Owners only.',
    guard: administratorAuthentication,
    request: {
      params: idParameter,
      ...jsonRequest(z.strictObject({ role: z.enum(roles) }), { role: 'Admin' }),
    },
    responses: {
      200: jsonResponse('The changed person.', personSchema),
    },
    problems: ['account.last_owner', 'account.not_found'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const userId = context.req.valid('param').id as AccountId
    const outcome = await changeRole(ken.ports, {
      actor,
      userId,
      role: context.req.valid('json').role,
    })
    return outcome.ok
      ? respondJson(context, personView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
