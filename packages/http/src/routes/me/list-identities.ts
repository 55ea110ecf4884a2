import { listIdentities } from '@ken/core'
import { problem } from '../../errors/problems.ts'
import { respondJson } from '../../respond.ts'
import { jsonResponse } from '../../routing/body-and-response.ts'
import { defineRoute } from '../../routing/define-route.ts'
import { callerOf } from '../../security/caller-authentication.ts'
import { sessionAuthentication } from '../../security/session-authentication.ts'
import { identityListSchema, identityListView } from '../identity-view.ts'

/** Lists the caller's chat identities. */
export const listOwnIdentitiesRoute = defineRoute(
  {
    operationId: 'listOwnIdentities',
    method: 'get',
    path: '/api/v1/me/identities',
    tags: ['Own account'],
    summary: 'List your chat identities',
    description: 'The chat accounts that are linked to your account.',
    guard: sessionAuthentication({ isReadOnly: true }),
    responses: {
      200: jsonResponse('The identities, newest first.', identityListSchema),
    },
    problems: ['account.not_found'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const outcome = await listIdentities(ken.ports, { actor, userId: actor.userId })
    return outcome.ok
      ? respondJson(context, identityListView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
