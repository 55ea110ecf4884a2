import { z } from '@hono/zod-openapi'
import { changeEmail, type AccountId } from '@ken/core'
import { personView } from '@ken/presentation'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse, jsonRequest } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idParameter } from '../../../routing/id-parameter.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { personSchema } from './person-schema.ts'

/** Changes the address of a person. */
export const changeEmailRoute = defineRoute(
  {
    operationId: 'changeEmail',
    method: 'put',
    path: '/api/v1/admin/users/{id}/email',
    tags: ['Administration'],
    summary: 'Change the address of a person',
    description: 'Their sessions end, and both addresses are notified.',
    guard: administratorAuthentication,
    request: {
      params: idParameter,
      ...jsonRequest(z.strictObject({ email: z.string() }), { email: 'ada@example.com' }),
    },
    responses: {
      200: jsonResponse('The changed person.', personSchema),
    },
    problems: [
      'account.changes_exhausted',
      'account.email_invalid',
      'account.email_taken',
      'account.not_found',
    ],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const userId = context.req.valid('param').id as AccountId
    const outcome = await changeEmail(ken.ports, {
      actor,
      userId,
      email: context.req.valid('json').email,
    })
    return outcome.ok
      ? respondJson(context, personView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
