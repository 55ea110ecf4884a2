import { z } from '@hono/zod-openapi'
import { changeOwnName, nameLengthMax } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { respondJson } from '../../respond.ts'
import { jsonRequest, jsonResponse } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'
import { accountSchema, accountView } from '../account-view.ts'

const bodySchema = z.strictObject({ name: z.string().openapi({ maxLength: nameLengthMax }) })

/** Changes the caller's name. */
export const changeOwnNameRoute = defineRoute(
  {
    operationId: 'changeOwnName',
    method: 'put',
    path: '/api/v1/me/name',
    tags: ['Own account'],
    summary: 'Change your name',
    description: 'Other people see the name in lists and in the audit log.',
    guard: sessionAuthentication(),
    request: jsonRequest(bodySchema, { name: 'Ana Silva' }),
    responses: { 200: jsonResponse('The account.', accountSchema) },
    problems: ['account.changes_exhausted', 'account.name_invalid'],
  },
  async (context, { ken }) => {
    const outcome = await changeOwnName(ken.ports, {
      actor: callerOf(context).actor,
      name: context.req.valid('json').name,
    })
    return outcome.ok
      ? respondJson(context, accountView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
