import { reactivateAccount, type AccountId } from '@ken/core'
import { personView } from '@ken/presentation'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { emptyRequest, jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idParameter } from '../../../routing/id-parameter.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { personSchema } from './person-schema.ts'

/** Reactivates a person. */
export const reactivateAccountRoute = defineRoute(
  {
    operationId: 'reactivateAccount',
    method: 'post',
    path: '/api/v1/admin/users/{id}/reactivate',
    tags: ['Administration'],
    summary: 'Reactivate a person',
    description: 'Sessions, keys and agents are not restored.',
    guard: administratorAuthentication,
    request: { params: idParameter, ...emptyRequest },
    responses: {
      200: jsonResponse('The reactivated person.', personSchema),
    },
    problems: ['account.not_found'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const userId = context.req.valid('param').id as AccountId
    const outcome = await reactivateAccount(ken.ports, { actor, userId })
    return outcome.ok
      ? respondJson(context, personView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
