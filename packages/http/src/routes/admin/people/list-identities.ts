import { listIdentities, type AccountId } from '@ken/core'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idParameter } from '../../../routing/id-parameter.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { identityListSchema, identityListView } from '../../identity-view.ts'

/** Lists the chat identities of a person. */
export const listIdentitiesRoute = defineRoute(
  {
    operationId: 'listIdentities',
    method: 'get',
    path: '/api/v1/admin/users/{id}/identities',
    tags: ['Administration'],
    summary: 'List the chat identities of a person',
    description: 'The chat accounts that are linked to this person.',
    guard: administratorAuthentication,
    request: { params: idParameter },
    responses: {
      200: jsonResponse('The identities, newest first.', identityListSchema),
    },
    problems: ['account.not_found'],
  },
  async (context, { ken }) => {
    const userId = context.req.valid('param').id as AccountId
    const outcome = await listIdentities(ken.ports, {
      actor: callerOf(context).actor,
      userId,
    })
    return outcome.ok
      ? respondJson(context, identityListView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
