import { showAccount, type AccountId } from '@ken/core'
import { personCardView } from '@ken/presentation'
import { problem } from '../../../errors/problems.ts'
import { respondJson } from '../../../respond.ts'
import { jsonResponse } from '../../../routing/body-and-response.ts'
import { defineRoute } from '../../../routing/define-route.ts'
import { idParameter } from '../../../routing/id-parameter.ts'
import { administratorAuthentication } from '../../../security/administrator-authentication.ts'
import { callerOf } from '../../../security/caller-authentication.ts'
import { personCardSchema } from './person-schema.ts'

/** Shows a person. */
export const showAccountRoute = defineRoute(
  {
    operationId: 'showAccount',
    method: 'get',
    path: '/api/v1/admin/users/{id}',
    tags: ['Administration'],
    summary: 'Show a person',
    description:
      'A person with their role, status, groups and the number of their sessions, but not the devices.',
    guard: administratorAuthentication,
    request: { params: idParameter },
    responses: {
      200: jsonResponse(
        'The person, with the number of their sessions and keys.',
        personCardSchema,
      ),
    },
    problems: ['account.not_found'],
  },
  async (context, { ken }) => {
    const { actor } = callerOf(context)
    const outcome = await showAccount(ken.ports, {
      actor,
      userId: context.req.valid('param').id as AccountId,
    })
    return outcome.ok
      ? respondJson(context, personCardView(outcome.value), 200)
      : problem(context, outcome.error)
  },
)
